/**
 * Cards never jump. An element with `data-key` is one physical card. Before something changes, `remember` notes where
 * all cards are; afterwards `depart` lets each travel from there. Cards that come or go start or end at a place: an
 * element with `data-place` (a seat's number, `deck`). A card leaves at the size it had and arrives at the size it will
 * have; a place has no say in that.
 */
import { moving } from './settings.svelte';

export interface Routes {
  /** Where a card comes from: a place, or where another card was. */
  from?: Record<string, number | string>;
  to?: Record<string, number | string>;
  /** A deal: all cards come from the deck, the others' too. */
  deal?: boolean;
}

interface Spot {
  x: number;
  y: number;
}

interface Known extends Spot {
  width: number;
  element: HTMLElement;
}

/** A card to be dealt: an element, or a back for somebody who sits there. */
type Dealt = HTMLElement | Spot;

const USUAL = 260;
const AWAY = 360;
/** Milliseconds from the first card of a deal to the last, at most; and from one to the next. */
const SPREAD = 760;
const BETWEEN = 55;
const EASE = 'cubic-bezier(.2,.7,.2,1)';
/** The size to which a card shrinks as it arrives at a plate. */
const SMALL = 0.4;

/** How long a deal takes, in milliseconds. */
export const DEAL = SPREAD + USUAL;

const flights = new Set<Animation>();
const ghosts = new Set<Animation>();

function middle(element: Element): Spot {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function place(name: number | string): HTMLElement | null {
  return document.querySelector(`[data-place="${name}"]`);
}

/** The nearest spot to a place where a card of a size is seen whole. */
function within(spot: Spot, width: number, height: number): Spot {
  const clamp = (at: number, half: number, end: number) => Math.max(half, Math.min(end - half, at));
  return { x: clamp(spot.x, width / 2, innerWidth), y: clamp(spot.y, height / 2, innerHeight) };
}

/** Where all cards are now. */
export function remember(): Map<string, Known> {
  const found = new Map<string, Known>();
  if (!moving()) return found;
  for (const element of document.querySelectorAll<HTMLElement>('[data-key]')) {
    found.set(element.dataset['key']!, { ...middle(element), width: element.offsetWidth, element });
  }
  return found;
}

/** Lets cards travel from where they were. */
export function depart(before: Map<string, Known>, routes: Routes = {}): void {
  if (!moving()) return;
  for (const flight of flights) flight.cancel();
  const fresh: HTMLElement[] = [];
  const here = new Set<string>();
  for (const element of document.querySelectorAll<HTMLElement>('[data-key]')) {
    const key = element.dataset['key']!;
    here.add(key);
    const old = routes.deal ? null : (before.get(key) ?? origin(key, routes, before));
    if (old) travel(element, old, old.width);
    else fresh.push(element);
  }
  if (routes.deal) deal(fresh);
  for (const [key, old] of before) {
    const target = here.has(key) ? undefined : routes.to?.[key];
    const end = target === undefined ? null : place(target);
    if (end) leave(old.element, old, middle(end), old.width);
  }
}

/** Ends everything that moves: cards are where they go. */
export function land(): void {
  for (const flight of [...flights, ...ghosts]) flight.finish();
}

function origin(key: string, routes: Routes, before: Map<string, Known>): (Spot & { width: number }) | null {
  const from = routes.from?.[key];
  if (from === undefined) return null;
  const known = before.get(String(from));
  if (known) return known;
  const found = place(from);
  return found && { ...middle(found), width: 0 };
}

function fly(all: Set<Animation>, flight: Animation, done: () => void = () => {}): void {
  all.add(flight);
  flight.onfinish = flight.oncancel = () => {
    all.delete(flight);
    done();
  };
}

/** A card comes from somewhere, where it was so wide; 0: as wide as it will be. One that is dealt has to wait. */
function travel(element: HTMLElement, from: Spot, width: number, delay?: number): void {
  const end = element.getBoundingClientRect();
  const scale = width ? width / Math.max(1, element.offsetWidth) : 1;
  const start = within(from, end.width * scale, end.height * scale);
  const x = start.x - end.x - end.width / 2;
  const y = start.y - end.y - end.height / 2;
  if (Math.hypot(x, y) < 3 && Math.abs(scale - 1) < 0.03) return;
  // Its own transform comes last, so that it is not scaled with the card; what is dealt is straight until it arrives
  const rest = new DOMMatrix(getComputedStyle(element).transform);
  const begin = delay === undefined ? rest.scale(scale) : new DOMMatrix([scale, 0, 0, scale, rest.e, rest.f]);
  const frames = [
    { translate: `${x}px ${y}px`, transform: String(begin), zIndex: 50 },
    { translate: '0px 0px', transform: String(rest), zIndex: 50 },
  ];
  fly(flights, element.animate(frames, { duration: USUAL, delay: delay ?? 0, easing: EASE, fill: 'backwards' }));
}

/** A copy of a card that is gone flies to its place and vanishes there. */
function leave(element: HTMLElement, from: Spot, to: Spot, width: number, delay = 0): void {
  const ghost = copy(element, width);
  const { width: wide, height: high } = ghost.getBoundingClientRect();
  const at = (spot: Spot, scale: number) => {
    const { x, y } = within(spot, wide * scale, high * scale);
    return `${x - wide / 2}px ${y - high / 2}px`;
  };
  const frames = [
    { translate: at(from, 1), scale: 1, opacity: 1 },
    { translate: at(to, SMALL), scale: SMALL, opacity: 1, offset: 0.85 },
    { translate: at(to, SMALL), scale: SMALL, opacity: 0 },
  ];
  const flight = ghost.animate(frames, { duration: AWAY, delay, easing: EASE, fill: 'backwards' });
  fly(ghosts, flight, () => ghost.remove());
}

function copy(element: HTMLElement, width: number): HTMLElement {
  const ghost = element.cloneNode(true) as HTMLElement;
  for (const name of ['data-key', 'data-card', 'data-place']) ghost.removeAttribute(name);
  ghost.setAttribute('aria-hidden', 'true');
  ghost.inert = true;
  ghost.classList.add('ghost');
  ghost.style.width = `${width}px`;
  document.body.append(ghost);
  return ghost;
}

/** Cards round the table, seat by seat, from a deck in its middle; those that lie on the table come last. */
function deal(fresh: HTMLElement[]): void {
  const deck = place('deck');
  if (!deck) return;
  const order = rounds(fresh);
  const from = middle(deck);
  const width = deck.offsetWidth;
  const between = Math.min(BETWEEN, SPREAD / Math.max(1, order.length));
  order.forEach((card, i) => {
    if (card instanceof HTMLElement) travel(card, from, width, i * between);
    else leave(deck, from, card, width, i * between);
  });
  lie(deck, from, width, order.length * between);
}

/** In which order cards are dealt: one's own, a back for each of the others', then the table's. */
function rounds(fresh: HTMLElement[]): Dealt[] {
  const own = fresh.filter((card) => card.matches('.held'));
  const seats = [...document.querySelectorAll<HTMLElement>('[data-cards]')];
  const hands = seats
    .toSorted((a, b) => Number(a.dataset['place']) - Number(b.dataset['place']))
    .map((seat): Dealt[] => {
      const backs = Array<Spot>(Number(seat.dataset['cards'])).fill(middle(seat));
      return own.length && seat.closest('.mine') ? own : backs;
    });
  const most = Math.max(0, ...hands.map((hand) => hand.length));
  const order = Array.from({ length: most }, (_, i) => hands.flatMap((hand) => hand.slice(i, i + 1))).flat();
  return [...order, ...fresh.filter((card) => !own.includes(card))];
}

/** The deck lies there until its last card has gone. */
function lie(deck: HTMLElement, at: Spot, width: number, duration: number): void {
  const ghost = copy(deck, width);
  const { width: wide, height: high } = ghost.getBoundingClientRect();
  const translate = `${at.x - wide / 2}px ${at.y - high / 2}px`;
  const frames = [
    { translate, opacity: 1 },
    { translate, opacity: 1, offset: 0.9 },
    { translate, opacity: 0 },
  ];
  fly(ghosts, ghost.animate(frames, duration + USUAL / 2), () => ghost.remove());
}
