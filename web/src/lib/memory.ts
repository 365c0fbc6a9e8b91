/** The memory of an attentive player, in the form that every game tells it in: lists of cards by place and kind. */

export interface Remembered {
  /** The place whose cards they are; null: everybody's. */
  place: number | null;
  kind: string;
  cards: string[];
  /** Colours rather than cards. */
  colours: boolean;
}

const COLOURS = new Set(['void']);

/** A view's `memory` as one list. Shares are counts; what is empty is left out. */
export function remembered(memory: unknown): Remembered[] {
  if (Array.isArray(memory)) return memory.flatMap((one: unknown, place) => of(place, one));
  return of(null, memory);
}

function of(place: number | null, one: unknown): Remembered[] {
  if (one === null || typeof one !== 'object') return [];
  const counts = Object.entries(one).filter(([, value]) => typeof value === 'number');
  if (counts.length)
    return [
      entry(
        place,
        'shown',
        counts.flatMap(([card, count]) => Array<string>(count as number).fill(card)),
      ),
    ];
  return Object.entries(one).flatMap(([kind, value]) => list(place, kind, value));
}

function list(place: number | null, kind: string, value: unknown): Remembered[] {
  if (typeof value === 'string') return [entry(place, kind, [value])];
  if (!Array.isArray(value) || !value.length) return [];
  if (value.some(Array.isArray)) return value.flatMap((each: unknown, seat) => list(seat, kind, each));
  return [entry(place, kind, value as string[])];
}

function entry(place: number | null, kind: string, cards: string[]): Remembered {
  return { place, kind, cards, colours: COLOURS.has(kind) };
}
