import { expect, test } from 'vitest';
import { direction, turn } from '../src/ui/places';

test('the next place clockwise sits at the left', () => {
  for (let places = 3; places <= 6; places++) {
    for (let me = 0; me < places; me++) {
      expect(turn(me, me, places)).toBe(0);
      expect(direction((me + 1) % places, me, places).x).toBeLessThan(-0.5);
      expect(direction((me + places - 1) % places, me, places).x).toBeGreaterThan(0.5);
    }
  }
});

test('two sit opposite each other', () => {
  expect(direction(1, 0, 2).y).toBeCloseTo(-1);
});

test('places go around in order', () => {
  for (let places = 2; places <= 6; places++) {
    const turns = Array.from({ length: places }, (_, place) => turn(place, 0, places));
    expect(turns).toEqual(turns.toSorted((a, b) => a - b));
  }
});
