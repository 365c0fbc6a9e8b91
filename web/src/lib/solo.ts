/** How one plays against bots: chosen on the shelf, and kept in this browser. */
import type { Game, Setup } from '../messages';
import type { Level } from './settings.svelte';

export type Pace = Setup['pace'];
export const PACES: Pace[] = ['quick', 'usual', 'calm'];

export interface Solo {
  seats: number;
  level: Level;
  edition: string;
  pace: Pace;
}

const PLACE = 'ludotheque.solo';
const USUAL_SEATS = 4;

/** The kept choices, as far as the game still has them. */
export function fitting(game: Game, kept: Partial<Solo>, pace: Pace): Solo {
  const editions = Object.keys(game.editions);
  const usual = game.seats.includes(USUAL_SEATS) ? USUAL_SEATS : game.seats.at(-1)!;
  return {
    seats: kept.seats !== undefined && game.seats.includes(kept.seats) ? kept.seats : usual,
    level: (kept.level !== undefined && game.levels.includes(kept.level) ? kept.level : 'regular') as Level,
    edition: kept.edition !== undefined && editions.includes(kept.edition) ? kept.edition : (editions[0] ?? ''),
    pace: kept.pace !== undefined && PACES.includes(kept.pace) ? kept.pace : pace,
  };
}

function all(): Record<string, Partial<Solo>> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, Partial<Solo>>;
  } catch {
    return {};
  }
}

/** The choices for a game. */
export const soloOf = (game: Game, pace: Pace): Solo => fitting(game, all()[game.name] ?? {}, pace);

/** Keeps what is chosen. */
export function keepSolo(game: string, solo: Solo): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...all(), [game]: solo }));
  } catch {
    // a browser that keeps nothing still plays
  }
}
