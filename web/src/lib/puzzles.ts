/** Which puzzles one has tried in this browser, and whether the first tap was right. */

const PLACE = 'ludotheque.puzzles';

type Tried = Record<string, boolean>;

/** By game and id: whether it was solved at the first try. */
export function tried(game: string): Tried {
  try {
    return (JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, Tried>)[game] ?? {};
  } catch {
    return {};
  }
}

/** Notes the first try; later ones change nothing. */
export function note(game: string, id: string, solved: boolean): void {
  try {
    const all = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, Tried>;
    const known = all[game] ?? {};
    if (!(id in known)) localStorage.setItem(PLACE, JSON.stringify({ ...all, [game]: { ...known, [id]: solved } }));
  } catch {
    // a browser that keeps nothing still solves puzzles
  }
}
