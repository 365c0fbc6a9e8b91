/**
 * Deals that anyone can check: this browser shuffles every deck of a record again from its secret and salts, as
 * games/fair.py and games/chance.py do, and compares. docs/protocol.md says how.
 */

interface Fair {
  commitment: string;
  secret: string;
  salts: string[];
}

export type Verdict =
  | { fair: true; deals: number }
  /** Why not: `lesson` was prepared, `unproven` tells nothing of its chance, `secret` is not the promised one. */
  | { fair: false; why: 'lesson' | 'unproven' | 'secret' | 'deck' | 'promise'; round: number };

const WORDS = 2 ** 32;

/** Whether this browser can compute hashes: only on safe pages, such as https. */
export const canVerify = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined;

async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
}

/** A number in so many bytes, the highest first. */
function bytes(number: number, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => Math.floor(number / 256 ** (size - 1 - i)) % 256);
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const unhex = (digits: string): Uint8Array => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (found: Uint8Array): string => Array.from(found, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The secret and all salts as one. */
export function mixed(secret: Uint8Array, salts: string[]): Promise<Uint8Array> {
  return sha256(...[secret, ...salts.map(text)].flatMap((part) => [bytes(part.length, 4), part]));
}

/** Unbiased whole numbers from a seed: SHA-256 in counter mode. */
class Stream {
  #key: Promise<Uint8Array>;
  #blocks = 0;
  #words: number[] = [];

  constructor(seed: Uint8Array, label: string) {
    this.#key = sha256(bytes(seed.length, 8), seed, text(label));
  }

  async #word(): Promise<number> {
    if (!this.#words.length) {
      const block = new DataView((await sha256(await this.#key, bytes(this.#blocks++, 8))).buffer);
      this.#words = Array.from({ length: 8 }, (_, i) => block.getUint32(4 * i));
    }
    return this.#words.shift()!;
  }

  /** A number from 0 to n - 1: words beyond the last whole multiple of n are drawn anew. */
  async below(n: number): Promise<number> {
    const limit = Math.floor(WORDS / n) * n;
    let word = await this.#word();
    while (word >= limit) word = await this.#word();
    return word % n;
  }
}

/** The numbers 0 to size - 1 in the order of a round's deck (Fisher and Yates); rounds count from 1. */
export async function deck(seed: Uint8Array, round: number, size: number): Promise<number[]> {
  const stream = new Stream(seed, `deal ${round}`);
  const cards = Array.from({ length: size }, (_, card) => card);
  for (let last = size - 1; last > 0; last--) {
    const other = await stream.below(last + 1);
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  return cards;
}

/**
 * Checks a record. `cards` are the names of the game's cards in order; `promised` is the commitment that this browser
 * was shown before the match, if it was there.
 */
export async function verify(record: string, cards: string[], promised: string | null = null): Promise<Verdict> {
  const [first = '', ...lines] = record.trimEnd().split('\n');
  const { fair, lesson } = JSON.parse(first) as { fair?: Fair; lesson?: boolean };
  if (lesson) return { fair: false, why: 'lesson', round: 0 };
  if (!fair) return { fair: false, why: 'unproven', round: 0 };
  const secret = unhex(fair.secret);
  if (hex(await sha256(secret)) !== fair.commitment) return { fair: false, why: 'secret', round: 0 };
  if (promised !== null && promised !== fair.commitment) return { fair: false, why: 'promise', round: 0 };
  const seed = await mixed(secret, fair.salts);
  let deals = 0;
  for (const line of lines) {
    const { deal } = JSON.parse(line) as { deal?: string };
    if (deal === undefined) continue;
    deals++;
    const dealt = deal.split(' ');
    const drawn = await deck(seed, deals, dealt.length);
    if (drawn.some((card, i) => cards[card] !== dealt[i])) return { fair: false, why: 'deck', round: deals };
  }
  return { fair: true, deals };
}

const PROMISES = 'ludotheque.promises';
const MOST_KEPT = 40;

function promises(): [match: string, commitment: string][] {
  try {
    return JSON.parse(localStorage.getItem(PROMISES) ?? '[]') as [string, string][];
  } catch {
    return [];
  }
}

/** Keeps what a table has promised before its match, so that it cannot be denied later. */
export function keepPromise(table: string, match: number, commitment: string): void {
  const name = `${table}/${match}`;
  const kept = promises();
  if (!commitment || kept.some(([one]) => one === name)) return;
  try {
    localStorage.setItem(PROMISES, JSON.stringify([...kept.slice(1 - MOST_KEPT), [name, commitment]]));
  } catch {
    // a browser that keeps nothing can still check the record itself
  }
}

/** What was promised; null if this browser was not there. */
export function promiseOf(table: string, match: number): string | null {
  return promises().find(([one]) => one === `${table}/${match}`)?.[1] ?? null;
}
