/** The games as the server tells of them. It is asked once, before any page is shown. */
import type { Game } from '../messages';

let games: readonly Game[] = [];

export function stock(found: readonly Game[]): void {
  games = found;
}

/** The levels of bots, the weakest first. */
export const levels = (): string[] => games[0]?.levels ?? [];

/** The cards of a game that have more on them than their names tell, and the numbers printed there. */
export const printedCards = (game: string): Game['printed'] => games.find((one) => one.name === game)?.printed ?? {};

/** A number printed on a card. */
export const printed = (game: string, card: string, what: string): number => printedCards(game)[card]?.[what] ?? 0;
