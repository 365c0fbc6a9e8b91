import { expect, test } from 'vitest';
import { backoff, continued, merged, type Scene } from '../src/lib/connection.svelte';
import type { Told } from '../src/messages';

const scene = { n: 3, table: { stage: 'open', host: 'a' }, view: { round: 1, trick: [] }, mine: { seat: 0, hand: ['r5'] } } as unknown as Scene;

test('an event changes only what it names', () => {
  const next = merged(scene, { n: 4, view: { trick: [{ place: 0, card: 'r5' }] }, mine: { hand: [] } });
  expect(next.n).toBe(4);
  expect(next.table).toBe(scene.table);
  expect(next.view).toEqual({ round: 1, trick: [{ place: 0, card: 'r5' }] });
  expect(next.mine).toEqual({ seat: 0, hand: [] });
  expect(scene.view).toEqual({ round: 1, trick: [] });
});

test('a first view comes with an event', () => {
  expect(merged({ ...scene, view: null }, { n: 4, view: { round: 1 } }).view).toEqual({ round: 1 });
});

test('who waits, waits longer each time, but never too long', () => {
  expect(backoff(0, 1)).toBe(500);
  expect(backoff(3, 0)).toBe(2000);
  expect(backoff(30, 1)).toBe(12_000);
});

test('what is heard while one asks what was said is neither lost nor told twice', () => {
  const said = (text: string) => ({ kind: 'said', name: 'Ann', text }) as Told;
  const [a, b, c] = ['a', 'b', 'c'].map(said) as [Told, Told, Told];
  expect(continued([a, b], [])).toEqual([a, b]);
  expect(continued([a], [b, c])).toEqual([a, b, c]);
  expect(continued([a, b], [b, c])).toEqual([a, b, c]);
  expect(continued([], [a])).toEqual([a]);
});
