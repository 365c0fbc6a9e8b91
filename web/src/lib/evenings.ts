/** Evenings with several tables that this browser knows: so that one finds back to them. */
import type { EveningSeen } from '../messages';

export interface KnownEvening {
  id: string;
  title: string;
  host: string;
  game: string;
  begun: number;
}

const PLACE = 'ludotheque.evenings';
const MOST = 4;

/** The evenings that one has been to, the last one first. */
export function knownEvenings(): KnownEvening[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]') as KnownEvening[];
  } catch {
    return [];
  }
}

/** The evenings to keep once one has been to another: it comes first, and too many are forgotten. */
export function withEvening(known: KnownEvening[], seen: EveningSeen): KnownEvening[] {
  const { id, title, host_name: host, game, begun } = seen;
  return [{ id, title, host, game, begun }, ...known.filter((one) => one.id !== id)].slice(0, MOST);
}

/** Keeps an evening in mind. */
export function remember(seen: EveningSeen): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(withEvening(knownEvenings(), seen)));
  } catch {
    // a browser that keeps nothing still has the link
  }
}
