import { expect, test } from 'vitest';
import { heldAt } from '../src/lib/open';

const sort = (hand: string[]) => hand.toSorted();

test('hands are sorted, and what is laid aside lies aside', () => {
  const cards = { hands: [['r2', 'b1'], ['g3']], discards: ['y4', null] };
  expect(heldAt(cards, 0, sort)).toEqual({
    hand: [
      { card: 'b1', count: 1 },
      { card: 'r2', count: 1 },
    ],
    aside: ['y4'],
  });
  expect(heldAt(cards, 1, sort).aside).toEqual([]);
  expect(heldAt({ hands: [[]], guesses: [{ open: 'r1', hidden: 'b2' }] }, 0, sort).aside).toEqual(['r1', 'b2']);
});

test('Willi has a pile instead of a hand', () => {
  const cards = { hands: [['r1'], [], ['g3'], []], pile: ['b9', 'b1'] };
  expect(heldAt(cards, 3, sort).hand.map((one) => one.card)).toEqual(['b9', 'b1']);
  expect(heldAt(cards, 1, sort).hand).toEqual([]);
});

test('shares are counted', () => {
  expect(heldAt({ hands: [{ B: 3, F: 0, T: 1 }] }, 0, sort).hand).toEqual([
    { card: 'B', count: 3 },
    { card: 'T', count: 1 },
  ]);
});
