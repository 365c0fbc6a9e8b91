/** Where places stand around the table, me at the bottom, then clockwise over the left; and how large things are. */

export interface Spot {
  x: number;
  y: number;
}

/** Where the cards of a trick lie, from the middle and in widths of a card: mine, then clockwise. No two touch. */
const TRICKS: Record<number, Spot[]> = {
  3: [at(0, 0.78), at(-0.62, -0.78), at(0.62, -0.78)],
  4: [at(0, 0.78), at(-1.14, 0), at(0, -0.78), at(1.14, 0)],
  5: [at(0, 0.8), at(-1.14, 0.74), at(-0.62, -0.8), at(0.62, -0.8), at(1.14, 0.74)],
  6: [at(0, 0.8), at(-1.14, 0.74), at(-1.14, -0.74), at(0, -0.8), at(1.14, -0.74), at(1.14, 0.74)],
};

function at(x: number, y: number): Spot {
  return { x, y };
}

/** How many places after the one at the bottom. */
export const stepsTo = (place: number, bottom: number, places: number): number => (place - bottom + places) % places;

/** Where the card of a place lies in a trick. */
export function laidAt(place: number, bottom: number, places: number): Spot {
  return TRICKS[places]![stepsTo(place, bottom, places)]!;
}

/** The contents of a cloth; widths and heights in pixels. */
export interface Wanted {
  width: number;
  height: number;
  places: number;
  /** Whether the place at the bottom is one's own, so that its plate is elsewhere. */
  seated: boolean;
  /** Room at the left of the trick, in widths of a card; null: no trick, but something that wants all the room. */
  aside: number | null;
  /** Whether something stands under each plate. */
  detail: boolean;
}

export interface Seating {
  /** The font size of plates; all of a plate is measured in it. */
  em: number;
  plate: number;
  /** Whether plates have no fan of cards. */
  low: boolean;
  card: number;
  middle: { left: number; top: number; width: number; height: number };
  /** Free room at each side of the middle. */
  spare: number;
  /** The middle of each plate's upper edge, by steps from the bottom; above the trick, details stand beside it. */
  plates: (Spot & { beside?: boolean })[];
  /** Below all plates. */
  under: number;
}

/** Parts of a plate, in its font size. */
const PLATE = 8;
const FAN = 2.1;
const BODY = 4.9;
const LOW = 3.7;
const DETAIL = 3.9;
/** On plates up to this width, details take two lines; games ask for it with `@container (max-width: 7.5em)`. */
const NARROW = 7.5;
const SECOND_LINE = 2.1;
const GAP = 6;
const LOWEST = 350;
const SMALLEST = 12;
const ROOMY = 620;
/** A ring is worth this much to the size of cards, as long as its plates can be read. */
const PREFERRED = 1.1;
const READABLE = 13;

const clamp = (least: number, value: number, most: number) => Math.max(least, Math.min(most, value));

function block(wanted: Wanted): { width: number; height: number } {
  const spots = TRICKS[wanted.places] ?? TRICKS[4]!;
  const far = (of: (spot: Spot) => number) => Math.max(...spots.map((spot) => Math.abs(of(spot))));
  return { width: 2 * far((spot) => spot.x) + 1.06 + (wanted.aside ?? 0), height: 2 * far((spot) => spot.y) + 1.46 };
}

function boxed(centre: Spot, card: number, wanted: Wanted): Seating['middle'] {
  const { width, height } = block(wanted);
  return {
    left: centre.x - (card * width) / 2,
    top: centre.y - (card * height) / 2,
    width: card * width,
    height: card * height,
  };
}

/** All plates side by side along the upper edge. */
function inRow(wanted: Wanted): Seating {
  const { width, height, places, seated, detail } = wanted;
  const others = places - (seated ? 1 : 0);
  const cell = width / others;
  const low = height < LOWEST;
  const em = clamp(SMALLEST, Math.min(width / 36, height / 34, cell / (PLATE + 0.5)), 30);
  const plate = Math.min(cell - GAP, em * PLATE);
  const details = detail ? DETAIL + (plate <= em * NARROW ? SECOND_LINE : 0) : 0;
  const under = em * ((low ? LOW : FAN + BODY) + details) + GAP;
  const plates = Array.from({ length: places }, (_, step) => at((step - (seated ? 0.5 : -0.5)) * cell, 0));
  if (wanted.aside === null) {
    const middle = { left: GAP, top: under, width: width - 2 * GAP, height: height - under - GAP };
    return { em, plate, low, card: Math.min(width / 8, middle.height / 4), middle, spare: 0, plates, under };
  }
  const size = block(wanted);
  const card = Math.min((width - 2 * GAP) / size.width, (height - under - GAP) / size.height);
  const middle = boxed(at(width / 2, under + (height - under - GAP) / 2), card, wanted);
  return { em, plate, low, card, middle, spare: middle.left - GAP, plates, under };
}

/** Plates around the trick: up to two at each side, one above it, and one below it if nobody sits there oneself. */
function around(wanted: Wanted): Seating {
  const { width, height, places, seated, detail } = wanted;
  const others = places - 1;
  const sides = Math.floor(others / 2);
  const tall = FAN + BODY + (detail ? DETAIL : 0);
  const em = clamp(SMALLEST, Math.min(width / 64, height / 28, height / sides / (tall + 0.5)), 40);
  const edge = em * (FAN + BODY) + GAP;
  const above = others % 2 ? edge : 0;
  const below = seated ? 0 : edge;
  const size = block(wanted);
  const column = em * PLATE + 2 * GAP;
  const card = Math.min((width - 2 * column) / size.width, (height - above - below - 2 * GAP) / size.height);
  const middle = boxed(at(width / 2, above + (height - above - below) / 2), card, wanted);
  const left = middle.left - column / 2;
  const cell = height / sides;
  const heights = Array.from({ length: sides }, (_, i) => cell * i + (cell - em * tall) / 2);
  const lefts = heights.toReversed().map((y) => at(left, y));
  const rights = heights.map((y) => at(width - left, y));
  const top = others % 2 ? [{ x: width / 2, y: 0, beside: true }] : [];
  const foot = { x: width / 2, y: height - below, beside: true };
  const under = heights.at(-1)! + em * tall;
  return {
    em,
    plate: em * PLATE,
    low: false,
    card,
    middle,
    spare: 0,
    plates: [foot, ...lefts, ...top, ...rights],
    under,
  };
}

/** Where plates stand and how large cards are, so that nothing lies on anything else. */
export function seating(wanted: Wanted): Seating {
  const row = inRow(wanted);
  if (wanted.aside === null || wanted.width < ROOMY || row.low) return row;
  const ring = around(wanted);
  return ring.em >= READABLE && ring.card * PREFERRED >= row.card ? ring : row;
}
