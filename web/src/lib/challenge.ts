/** Who can be compared with whom in a challenge. */
import type { ChallengeSeen } from '../messages';

/** The people whose matches of a turn can be compared: those who are ranked, then those of the original match. */
export function comparable(seen: ChallengeSeen, turn: number): { person: string; name: string }[] {
  const original = seen.original.filter((one) => one.seat === seen.seats[turn]);
  return [...seen.ranking, ...original];
}

/** The page on which two people are compared. */
export function comparedAt(id: string, turn: number, one: string, other: string): string {
  return `/challenge/${id}/compare?${new URLSearchParams({ turn: String(turn), one, other }).toString()}`;
}
