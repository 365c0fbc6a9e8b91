import { expect, test } from 'vitest';
import { type KnownEvening, withEvening } from '../src/lib/evenings';
import { signed } from '../src/lib/words.svelte';
import type { EveningSeen } from '../src/messages';

const evening = (id: string) => ({ id, title: `At ${id}`, host_name: 'Ann', game: 'willi', begun: 1 }) as EveningSeen;

test('the last evenings are known, each once, the last one first', () => {
  const visited = ['a', 'b', 'c', 'a', 'd', 'e'];
  const known = visited.reduce<KnownEvening[]>((before, id) => withEvening(before, evening(id)), []);
  expect(known.map((one) => one.id)).toEqual(['e', 'd', 'a', 'c']);
  expect(known[0]).toEqual({ id: 'e', title: 'At e', host: 'Ann', game: 'willi', begun: 1 });
});

test('points are compared to a tenth', () => {
  expect([2, -2.5, 8 / 3, -0.04, 0, 1234.5].map(signed)).toEqual(['+2', '−2.5', '+2.7', '±0', '±0', '+1234.5']);
});
