/**
 * Deals that anyone can check: this browser draws everything in a record again from its secret and salts, and compares.
 * docs/protocol.md says how.
 */
import type { Game } from '../messages';
import type { Kept } from './promises';
import { hex, sha256, text, unhex } from './sha256';

interface Header {
  seats: number;
  first: number;
  names: string[];
  lesson?: boolean;
  played_on?: boolean;
  fair?: { commitment: string; secret: string; salts: string[]; salt_commitments?: string[]; first_chosen?: boolean };
}

/** How the first place was found. `chosen` is only in the record: nothing in it proves that the host chose. */
export type First = 'rules' | 'name' | 'draw' | 'chosen';

export type Verdict =
  /** `promised`: salts were promised before any was known; `leftOut`: those whose salts were not revealed. */
  | { fair: true; deals: number; promised: boolean; leftOut: string[]; first: First }
  /**
   * Why not: `lesson` was prepared, `played_on` goes on from another match, `unproven` tells nothing of its chance,
   * `secret` is not the promised one.
   */
  | {
      fair: false;
      why: 'lesson' | 'played_on' | 'unproven' | 'secret' | 'salt' | 'first' | 'deck' | 'promise';
      round: number;
    };

const WORDS = 2 ** 32;

/** A number in so many bytes, the highest first. */
function bytes(number: number, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => Math.floor(number / 256 ** (size - 1 - i)) % 256);
}

/** The secret and all salts as one. */
export function mixed(secret: Uint8Array, salts: string[]): Uint8Array {
  return sha256(...[secret, ...salts.map(text)].flatMap((part) => [bytes(part.length, 4), part]));
}

/** Unbiased whole numbers from a seed: SHA-256 in counter mode. */
class Stream {
  #key: Uint8Array;
  #blocks = 0;
  #words: number[] = [];

  constructor(seed: Uint8Array, label: string) {
    this.#key = sha256(bytes(seed.length, 8), seed, text(label));
  }

  #word(): number {
    if (!this.#words.length) {
      const block = new DataView(sha256(this.#key, bytes(this.#blocks++, 8)).buffer);
      this.#words = Array.from({ length: 8 }, (_, i) => block.getUint32(4 * i));
    }
    return this.#words.shift()!;
  }

  /** A number from 0 to n - 1: words beyond the last whole multiple of n are drawn anew. */
  below(n: number): number {
    const limit = Math.floor(WORDS / n) * n;
    let word = this.#word();
    while (word >= limit) word = this.#word();
    return word % n;
  }
}

/** The numbers 0 to size - 1 in the order of a round's deck (Fisher and Yates); rounds count from 1. */
export function deck(seed: Uint8Array, round: number, size: number): number[] {
  const stream = new Stream(seed, `deal ${round}`);
  const cards = Array.from({ length: size }, (_, card) => card);
  for (let last = size - 1; last > 0; last--) {
    const other = stream.below(last + 1);
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  return cards;
}

type Rules = Pick<Game, 'cards' | 'first_name' | 'always_first'>;

/** How the first place was found; null if nothing can have decided it. */
function firstBy({ seats, first, names, fair }: Header, rules: Rules, seed: Uint8Array): First | null {
  const fixed = rules.always_first[String(seats)];
  if (fixed !== undefined) return first === fixed ? 'rules' : null;
  const called = rules.first_name ? names.findIndex((name) => name.trim().toLowerCase() === rules.first_name) : -1;
  if (first === (called < 0 ? new Stream(seed, 'first').below(seats) : called)) return called < 0 ? 'draw' : 'name';
  return fair?.first_chosen && first >= 0 && first < seats ? 'chosen' : null;
}

/** Whether a record is about what this browser was promised. */
function asKept({ first, fair }: Header, by: First, kept: Kept): boolean {
  const salts = !kept.salts?.some(Boolean) || JSON.stringify(kept.salts) === JSON.stringify(fair?.salt_commitments);
  const asSaid = kept.first === null ? by !== 'chosen' : kept.first === undefined || kept.first === first;
  return kept.commitment === fair?.commitment && salts && (by === 'rules' || asSaid);
}

/** Checks a record by the rules of its game; `kept` is what this browser was promised, if it was there. */
export function verify(record: string, rules: Rules, kept: Kept | null = null): Verdict {
  const [line = '', ...lines] = record.trimEnd().split('\n');
  const header = JSON.parse(line) as Header;
  const { fair, lesson, played_on, names } = header;
  const no = (why: (Verdict & { fair: false })['why'], round = 0): Verdict => ({ fair: false, why, round });
  if (lesson) return no('lesson');
  if (played_on) return no('played_on');
  if (!fair) return no('unproven');
  const secret = unhex(fair.secret);
  if (hex(sha256(secret)) !== fair.commitment) return no('secret');
  const promises = fair.salt_commitments ?? [];
  const hashed = fair.salts.every((salt, seat) => !salt || hex(sha256(text(salt))) === promises[seat]);
  if (fair.salts.length !== header.seats || (promises.length > 0 && !(hashed && promises.length === header.seats)))
    return no('salt');
  const seed = mixed(secret, fair.salts);
  const first = firstBy(header, rules, seed);
  if (first === null) return no('first');
  if (kept && !asKept(header, first, kept)) return no('promise');
  let deals = 0;
  for (const each of lines) {
    const { deal } = JSON.parse(each) as { deal?: string };
    if (deal === undefined) continue;
    deals++;
    const dealt = deal.split(' ');
    const drawn = deck(seed, deals, dealt.length);
    if (drawn.some((card, i) => rules.cards[card] !== dealt[i])) return no('deck', deals);
  }
  const leftOut = names.filter((_, seat) => promises[seat] && !fair.salts[seat]);
  return { fair: true, deals, promised: promises.length > 0, leftOut, first };
}
