import { expect, test } from 'vitest';
import { trickSteps, type TrickView, wonTrick } from '../src/games/tricks';
import type { PublicEvent } from '../src/messages';

const before: TrickView = {
  seat: 0,
  seats: 4,
  round: 1,
  phase: 'play',
  actors: [3],
  scores: [],
  gained: [],
  hand: ['r1', 'g2'],
  held: [2, 2, 2, 3],
  trick: [
    { place: 0, card: 'b1' },
    { place: 1, card: 'b2' },
    { place: 2, card: 'b3' },
  ],
};
const after: TrickView = { ...before, trick: [], held: [2, 2, 2, 2], phase: 'play', actors: [0] };
const told: PublicEvent = {
  kind: 'did',
  seat: 3,
  do: 'play b4',
  happened: [
    { kind: 'laid', facts: { place: 3, card: 'b4' } },
    { kind: 'won', facts: { place: 0, cards: ['b1', 'b2', 'b3', 'b4'], places: [0, 1, 2, 3] } },
  ],
};

test('a finished trick lies there, then goes to its winner', () => {
  const [laid, won, gone] = trickSteps(before, after, told);
  expect((laid!.view as TrickView).trick).toHaveLength(4);
  expect(laid!.from).toEqual({ b4: 3 });
  expect((laid!.view as TrickView).held).toEqual([2, 2, 2, 2]);
  expect(won!.note).toEqual({ winner: 0 });
  expect(won!.hold).toBeGreaterThanOrEqual(1000);
  expect(gone!.to).toEqual({ b1: 0, b2: 0, b3: 0, b4: 0 });
  expect(gone!.view).toEqual(after);
});

test('one’s own card leaves the hand', () => {
  const [laid] = trickSteps({ ...before, trick: [] }, after, {
    kind: 'did',
    seat: 0,
    happened: [{ kind: 'laid', facts: { place: 0, card: 'g2' } }],
  });
  expect((laid!.view as TrickView).hand).toEqual(['r1']);
});

test('a trick that was won is told with its cards', () => {
  expect(wonTrick(told)).toEqual({ winner: 0, cards: ['b1', 'b2', 'b3', 'b4'], places: [0, 1, 2, 3] });
  expect(wonTrick({ kind: 'said' })).toBeNull();
});
