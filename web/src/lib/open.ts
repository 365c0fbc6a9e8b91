/** All cards open: what `mine.cards` of those who watch a replay holds, whatever the game. */

/** The cards of a place: in hand (with how many of each), and laid aside. */
export interface Held {
  hand: { card: string; count: number }[];
  aside: string[];
}

type Stack = string[] | Record<string, number>;

/** The common part of the games' own structures, see class Cards in games/NAME/notation.py. */
export interface OpenCards {
  hands: Stack[];
  discards?: (string | null)[];
  pile?: string[];
  guesses?: { open: string | null; hidden: string | null }[];
}

/** The cards of a place. `sort` puts those of a hand in the order in which they are held. */
export function heldAt(cards: OpenCards, place: number, sort: (hand: string[]) => string[]): Held {
  const hand = cards.hands[place] ?? [];
  const guess = cards.guesses?.[place];
  const aside = [cards.discards?.[place], guess?.open, guess?.hidden].filter((card) => typeof card === 'string');
  if (!Array.isArray(hand)) {
    return { hand: Object.entries(hand).flatMap(([card, count]) => (count ? [{ card, count }] : [])), aside };
  }
  const own = hand.length || place < cards.hands.length - 1 ? sort(hand) : (cards.pile ?? []);
  return { hand: own.map((card) => ({ card, count: 1 })), aside };
}
