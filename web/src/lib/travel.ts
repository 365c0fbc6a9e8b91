/**
 * Cards never jump. An element with `data-key` is one physical card. Before something changes, `remember` notes where all
 * cards are; afterwards `depart` lets each travel from there. Cards that come or go start or end at a place: an element
 * with `data-place` (a seat's number, `centre`).
 */
import { moving } from './settings.svelte';

export interface Routes {
  /** Where a card comes from: a place, or where another card was. */
  from?: Record<string, number | string>;
  to?: Record<string, number | string>;
  /** Where cards come from that were nowhere before. */
  source?: number | string;
}

interface Spot {
  x: number;
  y: number;
  width: number;
}

interface Known extends Spot {
  element: HTMLElement;
}

const USUAL = 260;
const STAGGER = 35;
const EASE = 'cubic-bezier(.2,.7,.2,1)';

function spot(element: Element): Spot {
  const box = element.getBoundingClientRect();
  const width = (element as HTMLElement).offsetWidth || box.width;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width };
}

function place(name: number | string): Spot | null {
  const found = document.querySelector(`[data-place="${name}"]`);
  return found && spot(found);
}

/** Where all cards are now. */
export function remember(): Map<string, Known> {
  const found = new Map<string, Known>();
  if (!moving()) return found;
  for (const element of document.querySelectorAll<HTMLElement>('[data-key]')) {
    found.set(element.dataset['key']!, { ...spot(element), element });
  }
  return found;
}

function shift(from: Spot, to: Spot): Keyframe {
  return { translate: `${from.x - to.x}px ${from.y - to.y}px`, scale: String(Math.max(0.2, from.width / Math.max(1, to.width))) };
}

/** Lets cards travel from where they were. */
export function depart(before: Map<string, Known>, routes: Routes = {}): void {
  if (!moving()) return;
  const now = document.querySelectorAll<HTMLElement>('[data-key]');
  const here = new Set<string>();
  let late = 0;
  for (const element of now) {
    const key = element.dataset['key']!;
    here.add(key);
    const old = before.get(key);
    const start = old ?? origin(key, routes, before);
    if (!start) continue;
    const end = spot(element);
    if (Math.hypot(start.x - end.x, start.y - end.y) < 3 && Math.abs(start.width - end.width) < 3) continue;
    const delay = old ? 0 : Math.min(late++ * STAGGER, 350);
    element.animate([{ ...shift(start, end), zIndex: 50 }, { translate: '0px 0px', scale: '1', zIndex: 50 }], {
      duration: USUAL,
      delay,
      easing: EASE,
      fill: 'backwards',
    });
  }
  for (const [key, old] of before) {
    const target = here.has(key) ? undefined : routes.to?.[key];
    const end = target === undefined ? null : place(target);
    if (end) leave(old, end);
  }
}

function origin(key: string, routes: Routes, before: Map<string, Known>): Spot | null {
  const from = routes.from?.[key] ?? routes.source;
  return from === undefined ? null : (before.get(String(from)) ?? place(from));
}

/** A copy of a card that is gone flies to its place and vanishes there. */
function leave(old: Known, end: Spot): void {
  const ghost = old.element.cloneNode(true) as HTMLElement;
  ghost.removeAttribute('data-key');
  ghost.setAttribute('aria-hidden', 'true');
  ghost.inert = true;
  ghost.className += ' ghost';
  document.body.append(ghost);
  Object.assign(ghost.style, { left: '0', top: '0', right: 'auto', bottom: 'auto', margin: '0', width: `${old.width}px` });
  const size = spot(ghost);
  const at = (to: Spot) => `${to.x - size.x}px ${to.y - size.y}px`;
  const flight = ghost.animate(
    [
      { translate: at(old), scale: '1', opacity: 1 },
      { translate: at(end), scale: '0.35', opacity: 0.9, offset: 0.9 },
      { translate: at(end), scale: '0.3', opacity: 0 },
    ],
    { duration: USUAL * 1.4, easing: EASE },
  );
  flight.onfinish = flight.oncancel = () => ghost.remove();
}
