/** Drafts at the market: offers, announcements, swaps; and when a tap counts. */
import type { WheedleOffer, WheedleView } from '../../messages';
import { company, letters } from './companies';

/** Shares by company. */
export type Stack = Record<string, number>;

/** An offer in the making; `to` is a seat, or null for everybody. */
export interface Drafted {
  give: Stack;
  want: Stack;
  to: number | null;
}

export const EMPTY: Drafted = { give: {}, want: {}, to: null };

/** Companies and counts, in the order of the notation. */
export function counts(stack: Stack): [letter: string, count: number][] {
  return letters()
    .map((letter): [string, number] => [letter, stack[letter] ?? 0])
    .filter(([, count]) => count > 0);
}

export function size(stack: Stack): number {
  return counts(stack).reduce((sum, [, count]) => sum + count, 0);
}

/** How a stack is written: `2FB`, or `nothing`. */
export function stackText(stack: Stack): string {
  return (
    counts(stack)
      .map(([letter, count]) => `${count > 1 ? count : ''}${letter}`)
      .join('') || 'nothing'
  );
}

/** The stack that `2FB` means. */
export function stackOf(text: string): Stack {
  if (text === 'nothing') return {};
  return Object.fromEntries(
    Array.from(text.matchAll(/(\d?)([A-Z])/g), ([, count, letter]) => [letter!, Number(count || 1)]),
  );
}

/** `offer 2F for B to 3`; null while nothing is given. */
export function offerText({ give, want, to }: Drafted): string | null {
  if (!size(give)) return null;
  return `offer ${stackText(give)} for ${stackText(want)}${to === null ? '' : ` to ${to}`}`;
}

/** `seek BT give F`; null while there is nothing to announce. */
export function seekText({ give, want }: Drafted): string | null {
  const letters = (stack: Stack) =>
    counts(stack)
      .map(([letter]) => letter)
      .join('');
  const parts = [
    ['seek', letters(want)],
    ['give', letters(give)],
  ].filter(([, some]) => some);
  return parts.length ? parts.map((part) => part.join(' ')).join(' ') : null;
}

/** `centre F for B`, if one share is given for the card that lies there: whoever wants another one cannot have it. */
export function centreText({ give, want }: Drafted, centre: string | null): string | null {
  const [laid, ...more] = counts(give);
  if (!centre || !laid || laid[1] > 1 || more.length || laid[0] === centre) return null;
  return size(want) === (want[centre] === 1 ? 1 : 0) ? `centre ${laid[0]} for ${centre}` : null;
}

/** Whether a hand has all shares of a stack. */
export function covers(hand: Stack, stack: Stack): boolean {
  return counts(stack).every(([letter, count]) => (hand[letter] ?? 0) >= count);
}

const inOrder = (letters: Iterable<string>): string => Array.from(letters).sort().join('');

/** Whether a hint is still possible and sensible: nothing of what it speaks of has gone, and it is not done yet. */
export function stillGood(view: WheedleView, hint: string, choices: readonly string[]): boolean {
  const me = view.seat === null ? undefined : view.players[view.seat];
  if (!me || view.ending) return false;
  if (view.stop_is_right) return hint === 'stop';
  const [verb, first = '', , second = ''] = hint.split(' ');
  switch (verb) {
    case '': // to wait, while there is nothing to take
      return !choices.some((choice) => choice.startsWith('take'));
    case 'offer':
      return covers(view.hand, stackOf(first)) && !(me.offer && offerText(me.offer) === hint);
    case 'centre':
      return view.centre === second && covers(view.hand, stackOf(first));
    case 'seek':
      return inOrder(me.seeks) !== inOrder(first) || inOrder(me.gives) !== inOrder(second);
    case 'give':
      return me.seeks.length > 0 || inOrder(me.gives) !== inOrder(first);
    default:
      return choices.includes(hint);
  }
}

function put(stack: Stack, letter: string, count: number): Stack {
  const { [letter]: _, ...rest } = stack;
  return count > 0 ? { ...rest, [letter]: count } : rest;
}

/** One more share of a company on a side; after the last one, none. A company stands on one side only. */
export function tapped(draft: Drafted, side: 'give' | 'want', letter: string, hand: Stack): Drafted {
  const held = hand[letter] ?? 0;
  const most = side === 'give' ? held : company(letter).shares - held;
  const next = (draft[side][letter] ?? 0) + 1;
  const other = side === 'give' ? 'want' : 'give';
  return { ...draft, [side]: put(draft[side], letter, next > most ? 0 : next), [other]: put(draft[other], letter, 0) };
}

/** The part of a draft that still fits the hand. */
export function fitted(draft: Drafted, hand: Stack): Drafted {
  const give = Object.fromEntries(
    counts(draft.give)
      .map(([letter, count]) => [letter, Math.min(count, hand[letter] ?? 0)])
      .filter(([, count]) => count),
  );
  return stackText(give) === stackText(draft.give) ? draft : { ...draft, give };
}

/** Whether the server says that an offer can be taken. */
export function takeable(offer: WheedleOffer | null, choices: readonly string[]): boolean {
  return offer !== null && choices.includes(`take ${offer.number}`);
}

/** The company that a key means, and on which side: letters give, with Shift they want. */
export function keyed(key: string, shift: boolean): { side: 'give' | 'want'; letter: string } | null {
  const letter = key.toUpperCase();
  if (key.length !== 1 || !letters().includes(letter)) return null;
  return { side: shift ? 'want' : 'give', letter };
}

export const GUARD = 300;

/** Nobody takes what he has not read: what has just changed ignores taps for a moment. */
export class Guard {
  #what: unknown = undefined;
  #since = -Infinity;

  see(what: unknown, now: number): void {
    if (what === this.#what) return;
    this.#what = what;
    this.#since = now;
  }

  open(now: number): boolean {
    return now - this.#since >= GUARD;
  }
}

export const HOLD = 500;

/** Something that must be held for half a second. */
export class Hold {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly done: () => void) {}

  get running(): boolean {
    return this.#timer !== undefined;
  }

  press(): void {
    if (this.running) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.done();
    }, HOLD);
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Where one stands in the market: columns and rows of a grid, from 1. */
export interface Spot {
  column: string;
  row: string;
}

/** The rivals from one's left on clockwise, and last the centre. */
export function spots(rivals: number, wide: boolean): Spot[] {
  const at = (column: string | number, row: string | number): Spot => ({ column: String(column), row: String(row) });
  if (!wide) {
    const left = Math.ceil(rivals / 2);
    const around = Array.from({ length: rivals }, (_, i) => (i < left ? at(1, left - i) : at(2, i - left + 1)));
    return [...around, rivals % 2 ? at(2, left) : at('1 / -1', left + 1)];
  }
  if (rivals === 3) return [at(1, '1 / 3'), at(2, 1), at(3, '1 / 3'), at(2, 2)];
  if (rivals === 4) return [at(1, 2), at(1, 1), at(3, 1), at(3, 2), at(2, '1 / 3')];
  const five = [at(1, 2), at(1, 1), at(2, 1), at(3, 1), at(3, 2)];
  return rivals === 5 ? [...five, at(2, 2)] : [...five, at(2, 3), at(2, 2)];
}
