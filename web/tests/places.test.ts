import { expect, test } from 'vitest';
import { laidAt, type Seating, seating, type Wanted } from '../src/ui/places';

/** Parts of a plate in its font size, as SeatPlate draws it. */
const FAN_AND_BODY = 7;
const LOW = 3.7;
const DETAIL = 3.9;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function plateBoxes({ em, plate, low, plates }: Seating, wanted: Wanted): Box[] {
  return plates.slice(wanted.seated ? 1 : 0).map(({ x, y, beside }) => {
    const tall = (low ? LOW : FAN_AND_BODY) + (wanted.detail && !beside ? DETAIL : 0);
    return { left: x - plate / 2, top: y, right: x + plate / 2, bottom: y + em * tall };
  });
}

function apart(a: Box, b: Box): boolean {
  return a.right <= b.left + 0.01 || b.right <= a.left + 0.01 || a.bottom <= b.top + 0.01 || b.bottom <= a.top + 0.01;
}

const cloths = [
  [297, 276],
  [320, 259],
  [360, 414],
  [385, 300],
  [820, 850],
  [1180, 470],
  [1440, 545],
  [1920, 680],
  [2560, 960],
];
const all = cloths.flatMap(([width, height]) =>
  [3, 4, 5, 6].flatMap((places) =>
    [true, false].flatMap((seated) =>
      [0, 1.15, null].map((aside): Wanted => ({
        width: width!,
        height: height!,
        places,
        seated,
        aside,
        detail: aside === 1.15,
      })),
    ),
  ),
);

test.each(all)(
  'nothing lies on anything else: $width × $height, $places places, seated $seated, aside $aside',
  (wanted) => {
    const plan = seating(wanted);
    const boxes = plateBoxes(plan, wanted);
    const { left, top, width, height } = plan.middle;
    const middle = { left, top, right: left + width, bottom: top + height };
    for (const [i, box] of boxes.entries()) {
      expect(apart(box, middle)).toBe(true);
      expect(boxes.slice(i + 1).every((other) => apart(box, other))).toBe(true);
      expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(-0.01);
      expect(box.right).toBeLessThanOrEqual(wanted.width + 0.01);
      expect(box.bottom).toBeLessThanOrEqual(wanted.height + 0.01);
    }
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    expect(middle.right).toBeLessThanOrEqual(wanted.width);
    expect(middle.bottom).toBeLessThanOrEqual(wanted.height);
  },
);

test('the next place clockwise sits at the left, and so do its cards', () => {
  for (let places = 3; places <= 6; places++) {
    const { plates } = seating({ width: 1440, height: 545, places, seated: true, aside: 0, detail: false });
    expect(plates[1]!.x).toBeLessThan(plates[places - 1]!.x);
    for (let me = 0; me < places; me++) {
      expect(laidAt((me + 1) % places, me, places).x).toBeLessThan(-0.5);
      expect(laidAt((me + places - 1) % places, me, places).x).toBeGreaterThan(0.5);
    }
  }
});

test('cards of a trick do not touch', () => {
  for (let places = 3; places <= 6; places++) {
    const spots = Array.from({ length: places }, (_, place) => laidAt(place, 0, places));
    for (const [i, a] of spots.entries()) {
      for (const b of spots.slice(i + 1)) expect(Math.abs(a.x - b.x) >= 1 || Math.abs(a.y - b.y) >= 1.4).toBe(true);
    }
  }
});

test('cards and plates grow with the cloth', () => {
  const sizes = [
    [1440, 545],
    [1920, 680],
    [2560, 960],
    [3840, 1500],
  ].map(([width, height]) =>
    seating({ width: width!, height: height!, places: 4, seated: true, aside: 0, detail: false }),
  );
  for (const [i, plan] of sizes.slice(1).entries()) {
    expect(plan.card).toBeGreaterThan(1.2 * sizes[i]!.card);
    expect(plan.em).toBeGreaterThan(1.1 * sizes[i]!.em);
  }
});
