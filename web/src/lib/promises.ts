/** Promises of tables before their matches, kept in this browser so that they cannot be denied later. */
import type { TableSeen } from '../messages';

export interface Kept {
  /** The hash of the table's secret. */
  commitment: string;
  /** The hashes of the players' salts, once they are fixed. */
  salts?: string[];
  /** Whom the host made first; null if that is drawn. */
  first?: number | null;
}

const PLACE = 'ludotheque.promises';
const MOST_KEPT = 40;

/** Older versions kept the hash of the secret alone. */
function all(): [match: string, kept: Kept][] {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? '[]') as [string, Kept | string][];
    return found.map(([match, kept]) => [match, typeof kept === 'string' ? { commitment: kept } : kept]);
  } catch {
    return [];
  }
}

/** Keeps what a table promises, each thing as it was first seen: salts from the moment when they are revealed. */
export function keepPromise({ id, match, commitment, setup, starting, stage, salt_commitments }: TableSeen): void {
  if (!commitment || stage === 'over') return;
  const name = `${id}/${match}`;
  const known = all();
  const before = known.find(([one]) => one === name)?.[1];
  const salts = starting || stage === 'playing' ? { salts: salt_commitments } : {};
  const kept: Kept = { commitment, first: setup.first, ...salts, ...before };
  if (JSON.stringify(kept) === JSON.stringify(before)) return;
  const others = known.filter(([one]) => one !== name);
  try {
    localStorage.setItem(PLACE, JSON.stringify([...others.slice(1 - MOST_KEPT), [name, kept]]));
  } catch {
    // a browser that keeps nothing can still check the record itself
  }
}

/** A match's promise; null if this browser was not there. */
export function promiseOf(table: string, match: number): Kept | null {
  return all().find(([one]) => one === `${table}/${match}`)?.[1] ?? null;
}
