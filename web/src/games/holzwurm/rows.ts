/** Holzwurm's rows: where a card may go, what that would bring, and how a card looks on its way there. */
import type { HolzwurmRow, HolzwurmView } from '../../messages';
import { printed } from '../../lib/shelf';
import { say, t } from '../../lib/words.svelte';
import { after } from '../asking';
import type { Position } from '../game';

export type P = Position<HolzwurmView>;

export const SLOTS = 5;
export const THIRTEEN = '-13';
const COLOURS = 'byrgvx-';

/** Points of a card in the hand. */
export const counts = (card: string): number => printed('holzwurm', card, 'counts');

/** A number with its sign. */
export const signed = (number: number): string => (number < 0 ? `−${-number}` : number > 0 ? `+${number}` : '0');

/** The hand as it is held: by colour, then number. */
export function sorted(cards: string[]): string[] {
  return cards.toSorted(
    (a, b) => COLOURS.indexOf(a[0]!) - COLOURS.indexOf(b[0]!) || Number(a.slice(1)) - Number(b.slice(1)),
  );
}

/** A place for a card. `takes` is how many cards of the row one would take, `brings` how the hand would change. */
export interface Spot {
  do: string;
  slot: number;
  takes: number;
  brings: number;
}

/** Where a card may go. */
export function spots(p: P, card: string): Spot[] {
  const free = [...Array(SLOTS).keys()].find((slot) => !p.view.rows.some((row) => row.slot === slot)) ?? -1;
  return after(p, 'lay')
    .filter((one) => one.startsWith(`${card} `))
    .map((one) => {
      const where = one.split(' ')[1]!;
      const slot = where === 'new' ? free : Number(where.slice(1));
      const brings = p.view.takes[`lay ${one}`];
      const takes = brings === undefined ? 0 : p.view.rows.find((one) => one.slot === slot)!.count;
      return { do: `lay ${one}`, slot, takes, brings: brings ?? 0 };
    });
}

/** Where a card fits, and where it would take a row, the best of these first. */
export function outlook(p: P, card: string): { fits: Spot[]; takes: Spot[] } {
  const all = spots(p, card);
  const takes = all.filter((one) => one.takes).toSorted((a, b) => b.brings - a.brings);
  return { fits: all.filter((one) => !one.takes), takes };
}

/** The name of a row: "2 (red)". */
export function rowName(p: P, slot: number): { row: number; colour: string } {
  const colour = p.view.rows.find((row) => row.slot === slot)?.colour;
  return { row: slot + 1, colour: colour ? say('holzwurm', 'colour', colour) : t('holzwurm.any_colour') };
}

/** The one card that waits for its row. */
export function waits(p: P): string | null {
  const card = p.picks[0];
  return card && p.view.hand.includes(card) ? card : null;
}

/** The cards of a row from left to right, the lowest of each side in the middle. */
export function inOrder(row: HolzwurmRow): { minus: string[]; plus: string[] } {
  const by = (cards: string[]) =>
    cards.toSorted(
      (a, b) => Number(a.slice(1)) - Number(b.slice(1)) || COLOURS.indexOf(a[0]!) - COLOURS.indexOf(b[0]!),
    );
  return { minus: by(row.minus).toReversed(), plus: by(row.plus) };
}

/** The table with a card just laid, whatever follows. */
export function withCard(
  before: HolzwurmView,
  now: HolzwurmView,
  place: number,
  card: string,
  slot: number,
): HolzwurmView {
  const old = before.rows.find((row) => row.slot === slot);
  const grown =
    now.rows.find((row) => row.slot === slot && [...row.minus, ...row.plus].includes(card)) ?? lying(old, card, slot);
  const rows = [...before.rows.filter((row) => row.slot !== slot), grown].toSorted((a, b) => a.slot - b.slot);
  const held = before.held.map((count, one) => (one === place ? count - 1 : count));
  return { ...before, rows, held, hand: before.hand.filter((one) => one !== card), actors: [] };
}

function lying(old: HolzwurmRow | undefined, card: string, slot: number): HolzwurmRow {
  const row = old ?? { slot, colour: null, minus: [], plus: [], count: 0, needs: null };
  const plus = counts(card) > 0;
  return { ...row, minus: plus ? row.minus : [...row.minus, card], plus: plus ? [...row.plus, card] : row.plus };
}
