import { expect, test } from 'vitest';
import { backoff, merged, type Scene } from '../src/lib/connection.svelte';

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
