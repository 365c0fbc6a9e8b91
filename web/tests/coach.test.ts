import { expect, test } from 'vitest';
import type { Position } from '../src/games/game';
import { type Lesson, lessonOf, lessonWords, next, taught } from '../src/lib/coach';
import { LANGUAGES } from '../src/lib/settings.svelte';
import type { WilliView } from '../src/messages';

const GAMES = ['willi', 'wimmuln', 'holzwurm', 'wheedle'];

test('every bubble has words in every language, and a lesson is short', async () => {
  for (const game of GAMES) {
    expect(taught(game)).toBe(true);
    const keys = (await lessonOf(game)).bubbles.map((one) => one.key);
    expect(keys.length).toBeGreaterThanOrEqual(6);
    expect(keys.length).toBeLessThanOrEqual(10);
    expect(keys.at(-1)).toBe('end');
    for (const language of LANGUAGES) expect(Object.keys(await lessonWords(game, language)).sort(), `${game} ${language}`).toEqual(keys.toSorted());
  }
  expect(taught('chess')).toBe(false);
});

test('the coach says each thing once, at its moment', async () => {
  const lesson = (await lessonOf('willi')) as Lesson as Lesson<WilliView>;
  const at = (view: object, choices: string[]) => ({ view: { tricks: [0, 0, 0, 0], trick: [], hand: [], ...view }, choices, seat: 0 }) as unknown as Position<WilliView>;
  const discarding = at({ phase: 'discard' }, ['discard r1']);
  expect(next(lesson, discarding, [])).toBe('hello');
  expect(next(lesson, discarding, ['hello'])).toBe('discard');
  expect(next(lesson, discarding, ['hello', 'discard'])).toBe('');
  const hand = ['g5', 'r1'];
  expect(next(lesson, at({ phase: 'play', hand, trick: [{ place: 3, card: 'g7' }] }, ['play g5']), [])).toBe('follow');
  expect(next(lesson, at({ phase: 'play', hand, trick: [{ place: 3, card: 'b7' }] }, ['play g5', 'play r1']), [])).toBe('free');
  expect(next(lesson, at({ phase: 'call' }, ['willi', 'pass']), [])).toBe('call');
  expect(next(lesson, at({ phase: 'dealing' }, []), [])).toBe('end');
});
