/** Wimmüln's guesses: two cards of the hand, the first open, the second hidden. */
import type { WimmulnView } from '../../messages';
import { printed } from '../../lib/shelf';
import { sorted } from '../asking';
import type { Position } from '../game';
import { lastOf } from '../tricks';

export type P = Position<WimmulnView>;

export const SLOTS = ['open', 'hidden'] as const;

/** A tap on the two that are picked: open and hidden change places. */
export const SWAP = 'swap';

/** How many triangles are printed on a card. */
export const triangles = (card: string): number => printed('wimmuln', card, 'triangles');

function without(cards: string[], gone: string[]): string[] {
  const left = [...cards];
  for (const card of gone) if (left.includes(card)) left.splice(left.indexOf(card), 1);
  return left;
}

/** The cards picked so far. In the picks they have names of their own: their twins in the hand are not picked. */
export const chosen = (p: P): string[] => p.picks.map((one) => one.slice(1));
const named = (card: string): string => `@${card}`;

/** Whether one has laid one's guesses. */
export function hasLaid(p: P): boolean {
  return p.seat !== null && p.view.chosen.includes(p.seat);
}

/** The two guesses as one sees them: laid, or picked so far. */
export function own(p: P): { open: string | null; hidden: string | null } {
  const laid = p.seat === null ? undefined : p.view.guesses[p.seat];
  if (laid?.open) return laid;
  const [open = null, hidden = null] = p.view.phase === 'guess' ? chosen(p) : [];
  return { open, hidden };
}

/** The hand without what is picked: those cards lie on the table already. */
export function hand(p: P): string[] {
  const held = p.view.phase === 'guess' && !hasLaid(p) ? without(p.view.hand, chosen(p)) : p.view.hand;
  return sorted(held, 'rygbv');
}

/** The first card is the open one; a third takes the place of the hidden one; a picked one goes back. */
export function pick(p: P, card: string): string[] {
  if (card === SWAP) return p.picks.toReversed();
  if (p.picks.includes(card)) return p.picks.filter((one) => one !== card);
  return [...p.picks.slice(0, 1), named(card)];
}

/** Where cards were before the picks changed: by their names, the names they had. */
export function origins(seat: number, old: string[], now: string[], held: string[]): Record<string, string> {
  const slot = (i: number) => `${seat}.${SLOTS[i]}`;
  const from: Record<string, string> = {};
  now.forEach((card, i) => {
    const was = old[i] === card ? i : old.length === now.length ? old.indexOf(card) : -1;
    from[slot(i)] = was < 0 ? lastOf([...held, card], card) : slot(was);
  });
  old.forEach((card, i) => {
    if (!now.includes(card)) from[lastOf(held, card)] = slot(i);
  });
  return from;
}

/** The meaning of the two picks. */
export function picked(p: P): string | null {
  return p.choices.find((one) => p.picks.length === 2 && one === `guess ${chosen(p).join(' ')}`) ?? null;
}

/** How a changed guess is written: with another hidden card, or turned round. */
export function changed(p: P, card: string): string | null {
  const { open, hidden } = own(p);
  if (!open || !hidden || !hasLaid(p) || !p.mine.changeable || !p.live || p.view.phase !== 'guess') return null;
  return card === SWAP ? `guess ${hidden} ${open}` : `guess ${open} ${card}`;
}

/** The tricks of a whole round, as the hands tell. */
export function tricksOfRound(view: WimmulnView): number {
  const toCome = view.held.map((held, place) => {
    const guesses = view.phase === 'guess' && !view.chosen.includes(place) ? 2 : 0;
    return held - guesses + (view.trick.some((one) => one.place === place) ? 1 : 0);
  });
  return view.tricks.reduce((sum, one) => sum + one, 0) + Math.max(0, ...toCome);
}

/** The name of a card of the table as it travels. Two cards may be alike, but each place lays one. */
export const key = (place: number, card: string): string => `${place}.${card}`;

/** The result of a place's guesses in the round that is over. */
export function bonus(p: P, place: number): number | null {
  if (p.view.phase !== 'dealing' && p.view.phase !== 'over') return null;
  return p.table.sheet.at(-1)?.reasons[place]?.find((one) => one.kind !== 'triangles')?.points ?? null;
}

/** The tricks of a place and its two guesses, as far as they are known; null before they lie open. */
export function tally(p: P, place: number): { tricks: number; guesses: (number | null)[] } | null {
  const guess = p.view.guesses[place];
  if (!guess?.open) return null;
  const guesses = [guess.open, guess.hidden].map((card) => (card ? Number(card.slice(1)) : null));
  return { tricks: p.view.tricks[place] ?? 0, guesses };
}
