import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHOICES, featuresOf } from '../src/lib/face';
import { courses, spread, ticks } from '../src/lib/plot';
import { fitting } from '../src/lib/solo';
import { counted, joined } from '../src/lib/words.svelte';
import type { Game } from '../src/messages';

const source = readFileSync(new URL('../../src/ludotheque/table/names.py', import.meta.url), 'utf8');
const names = [
  ...source
    .split('BOT_NAMES')[1]!
    .split(')')[0]!
    .matchAll(/"([^"]+)"/g),
].map((found) => found[1]!);

test('a bot always has the same face, and no two of the family look alike', () => {
  expect(names.length).toBeGreaterThanOrEqual(48);
  expect(featuresOf('Ada')).toEqual(featuresOf('ada'));
  const faces = new Set(names.map((name) => JSON.stringify(featuresOf(name))));
  expect(faces.size).toBe(names.length);
  const heads = new Set(
    names.map((name) => [featuresOf(name).hair, featuresOf(name).wood, featuresOf(name).paint].join()),
  );
  expect(heads.size).toBeGreaterThan(names.length / 2);
});

test('every feature that is drawn is used by somebody', () => {
  for (const [part, count] of Object.entries(CHOICES)) {
    const used = new Set(names.map((name) => featuresOf(name)[part as keyof typeof CHOICES]));
    expect(used.size, part).toBe(count);
    expect(Math.max(...used), part).toBe(count - 1);
  }
});

test('a scale has round numbers around all scores', () => {
  expect(ticks(0, 43, 4)).toEqual([0, 20, 40, 60]);
  expect(ticks(-7, 18, 4)).toEqual([-10, 0, 10, 20]);
  expect(ticks(0, 1, 4)).toEqual([0, 1]);
  for (const high of [1, 3, 9, 27, 120, 999]) {
    const found = ticks(0, high, 4);
    expect(found.at(-1)).toBeGreaterThanOrEqual(high);
    expect(found.length).toBeLessThanOrEqual(7);
  }
});

test('labels never lie on one another and stay on the sheet', () => {
  const found = spread([100, 100, 101, 20, 199, 199], 17, 20, 200);
  const order = found.toSorted((a, b) => a - b);
  for (let i = 1; i < order.length; i++) expect(order[i]! - order[i - 1]!).toBeGreaterThanOrEqual(17);
  expect(order[0]).toBeGreaterThanOrEqual(20);
  expect(order.at(-1)).toBeLessThanOrEqual(200);
  expect(found[3]).toBe(20);
});

test('a course adds up what every round brought', () => {
  expect(courses([{ gained: [3, -1] }, { gained: [2, 5] }], 2)).toEqual([
    [0, 3, 5],
    [0, -1, 4],
  ]);
});

test('what was chosen is kept as far as the game has it', () => {
  const game = {
    name: 'x',
    seats: [3, 4, 5],
    levels: ['newcomer', 'regular'],
    editions: { dutch: {}, french: {} },
  } as unknown as Game;
  expect(fitting(game, {}, 'calm')).toEqual({ seats: 4, level: 'regular', edition: 'dutch', pace: 'calm' });
  expect(fitting(game, { seats: 5, level: 'newcomer', edition: 'french', pace: 'quick' }, 'usual')).toEqual({
    seats: 5,
    level: 'newcomer',
    edition: 'french',
    pace: 'quick',
  });
  const stale = { seats: 6, level: 'master', edition: 'lost', pace: 'mad' } as never;
  expect(fitting(game, stale, 'usual')).toEqual({ seats: 4, level: 'regular', edition: 'dutch', pace: 'usual' });
});

test('names are listed as people say them', () => {
  expect(joined(['Ada'])).toBe('Ada');
  expect(joined(['Ada', 'Bruno', 'Cleo'])).toBe('Ada, Bruno and Cleo');
  expect([counted('a', 1), counted('a', 2), counted('a', -1)]).toEqual(['a.one', 'a.other', 'a.one']);
});
