import { expect, test } from 'vitest';
import { remembered } from '../src/lib/memory';

test('lists by place, as Willi tells them', () => {
  const memory = [
    { won: ['r1', 'b2'], shown: [], void: ['g'] },
    { won: [], shown: ['y3'], void: [] },
  ];
  expect(remembered(memory)).toEqual([
    { place: 0, kind: 'won', cards: ['r1', 'b2'], colours: false },
    { place: 0, kind: 'void', cards: ['g'], colours: true },
    { place: 1, kind: 'shown', cards: ['y3'], colours: false },
  ]);
});

test("everybody's list and lists of places, as Wimmüln tells them", () => {
  expect(remembered({ played: ['r1'], shown: 'v7', void: [[], ['r', 'g']] })).toEqual([
    { place: null, kind: 'played', cards: ['r1'], colours: false },
    { place: null, kind: 'shown', cards: ['v7'], colours: false },
    { place: 1, kind: 'void', cards: ['r', 'g'], colours: true },
  ]);
});

test('counts of shares, as Wheedle tells them', () => {
  expect(remembered([{ B: 2, F: 1 }, {}])).toEqual([
    { place: 0, kind: 'shown', cards: ['B', 'B', 'F'], colours: false },
  ]);
});

test('nothing, where the table has no aid', () => {
  expect(remembered(null)).toEqual([]);
  expect(remembered(undefined)).toEqual([]);
});
