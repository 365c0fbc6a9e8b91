import { expect, test } from 'vitest';
import type { Position } from '../src/games/game';
import {
  answer,
  type Box,
  clash,
  type Lesson,
  lessonOf,
  lessonWords,
  next,
  roundIsOver,
  spotFor,
  taught,
} from '../src/lib/coach';
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
    const all = [...keys, ...(await lessonOf(game)).reactions.map((one) => one.key)];
    for (const language of LANGUAGES)
      expect(Object.keys(await lessonWords(game, language)).sort(), `${game} ${language}`).toEqual(all.toSorted());
  }
  expect(taught('chess')).toBe(false);
});

test('a round is over after its play, not before its deal', () => {
  const at = (phase: string, round: number) =>
    ({ view: { phase, round }, table: { stage: 'playing' } }) as unknown as Position;
  expect(roundIsOver(at('dealing', 0))).toBe(false);
  expect(roundIsOver(at('play', 1))).toBe(false);
  expect(roundIsOver(at('dealing', 1))).toBe(true);
  expect(roundIsOver(at('play', 2))).toBe(true);
});

test('the coach says each thing once, at its moment', async () => {
  const lesson = (await lessonOf('willi')) as Lesson as Lesson<WilliView>;
  const at = (view: object, choices: string[]) =>
    ({
      view: { round: 1, tricks: [0, 0, 0, 0], trick: [], hand: [], ...view },
      choices,
      seat: 0,
      table: { stage: 'playing' },
    }) as unknown as Position<WilliView>;
  const discarding = at({ phase: 'discard' }, ['discard r1']);
  expect(next(lesson, discarding, [])).toBe('hello');
  expect(next(lesson, discarding, ['hello'])).toBe('discard');
  expect(next(lesson, discarding, ['hello', 'discard'])).toBe('');
  const hand = ['g5', 'r1'];
  expect(next(lesson, at({ phase: 'play', hand, trick: [{ place: 3, card: 'g7' }] }, ['play g5']), [])).toBe('follow');
  expect(next(lesson, at({ phase: 'play', hand, trick: [{ place: 3, card: 'b7' }] }, ['play g5', 'play r1']), [])).toBe(
    'free',
  );
  expect(next(lesson, at({ phase: 'call' }, ['willi', 'pass']), [])).toBe('call');
  expect(next(lesson, at({ phase: 'dealing' }, []), [])).toBe('end');
});

test('the coach answers to what one did, once', async () => {
  const lesson = (await lessonOf('willi')) as Lesson as Lesson<WilliView>;
  const p = { view: { tricks: [0, 0, 0, 0] }, seat: 0 } as unknown as Position<WilliView>;
  expect(answer(lesson, 'discard r5', p, [])).toBe('aside_middle');
  expect(answer(lesson, 'discard r9', p, [])).toBe('aside_high');
  expect(answer(lesson, 'discard r1', p, [])).toBe('aside_low');
  expect(answer(lesson, 'willi', p, [])).toBe('called');
  expect(answer(lesson, 'play b1', p, [])).toBe('low');
  expect(answer(lesson, 'play b1', p, ['low'])).toBe('');
});

test('a bubble lies near what it speaks of and touches nothing', () => {
  const room: Box = { left: 0, top: 0, right: 360, bottom: 740 };
  const hand: Box = { left: 0, top: 520, right: 360, bottom: 740 };
  const trick: Box = { left: 100, top: 150, right: 260, bottom: 330 };
  const spot = spotFor(336, 150, room, [hand, trick], [trick])!;
  expect(clash(spot, hand) || clash(spot, trick)).toBe(false);
  expect(spot.top).toBeGreaterThanOrEqual(330);
  expect(spotFor(336, 600, room, [hand, trick], [trick])).toBe(null);
});
