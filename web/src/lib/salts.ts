/**
 * Each browser's part in the chance of the deals: while a table is open it promises a salt by its hash, and reveals it
 * when the match starts. Salts are kept, so that a reload or another tab can reveal them.
 */
import type { Commit, Reveal, TableSeen } from '../messages';
import { keepPromise } from './promises';
import { hex, sha256, text } from './sha256';

const PLACE = 'ludotheque.salts';
const MOST_KEPT = 40;
const BYTES = 16;

let kept: [hash: string, salt: string][] = [];

function all(): [hash: string, salt: string][] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]') as [string, string][];
  } catch {
    return kept;
  }
}

function keep(hash: string, salt: string): void {
  kept = [...all().slice(1 - MOST_KEPT), [hash, salt]];
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing reveals its salt unless the page is loaded again
  }
}

const saltOf = (hash: string): string | undefined => [...all(), ...kept].find(([one]) => one === hash)?.[1];

/** The next duty of this person's browser about the chance of the deals. */
export function saltCommand(table: TableSeen, me: string): Commit | Reveal | null {
  const seat = table.seats.findIndex((one) => one.person !== '' && one.person === me);
  const promised = table.salt_commitments[seat];
  if (promised === undefined || table.stage !== 'open' || table.setup.lesson || table.same) return null;
  if (table.starting) {
    const salt = saltOf(promised);
    if (!salt || table.salts[seat]) return null;
    keepPromise(table); // nobody can exchange a promise once this salt is known
    return { kind: 'reveal', salt };
  }
  if (promised) return null;
  const salt = hex(crypto.getRandomValues(new Uint8Array(BYTES)));
  const hash = hex(sha256(text(salt)));
  keep(hash, salt);
  return { kind: 'commit', hash };
}

/** The names of those who promised a salt and did not reveal it. */
export function leftOut(table: TableSeen): string[] {
  if (table.stage === 'open') return [];
  return table.seats.filter((_, seat) => table.salt_commitments[seat] && !table.salts[seat]).map((seat) => seat.name);
}
