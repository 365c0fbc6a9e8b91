import { expect, test } from 'vitest';
import { backoff, continued } from '../src/lib/connection.svelte';
import { merged, pictured, sameQuestion, type Scene } from '../src/lib/scene';
import type { PublicEvent } from '../src/messages';

const scene = {
  n: 3,
  table: { stage: 'open', host: 'a' },
  view: { round: 1, trick: [] },
  mine: { seat: 0, hand: ['r5'] },
} as unknown as Scene;

const did = { kind: 'did' } as PublicEvent;

test('an event changes only what it names', () => {
  const next = merged(scene, { event: did, n: 4, view: { trick: [{ place: 0, card: 'r5' }] }, mine: { hand: [] } });
  expect(next.n).toBe(4);
  expect(next.table).toBe(scene.table);
  expect(next.view).toEqual({ round: 1, trick: [{ place: 0, card: 'r5' }] });
  expect(next.mine).toEqual({ seat: 0, hand: [] });
  expect(scene.view).toEqual({ round: 1, trick: [] });
});

test('a rematch begins from nothing', () => {
  const next = merged(scene, { event: { kind: 'again' } as PublicEvent, n: 4, table: { stage: 'open' } });
  expect(next).toMatchObject({ n: 4, table: { stage: 'open', host: 'a' }, view: null, mine: {} });
  expect(next.mine).toEqual({});
});

test('a first view comes with an event', () => {
  expect(merged({ ...scene, view: null }, { event: did, n: 4, view: { round: 1 } }).view).toEqual({ round: 1 });
});

test('who waits, waits longer each time, but never too long', () => {
  expect(backoff(0, 1)).toBe(500);
  expect(backoff(3, 0)).toBe(2000);
  expect(backoff(30, 1)).toBe(12_000);
});

test('what is heard while one asks what was said is neither lost nor told twice', () => {
  const said = (text: string) => ({ kind: 'said', name: 'Ann', text }) as PublicEvent;
  const [a, b, c] = ['a', 'b', 'c'].map(said) as [PublicEvent, PublicEvent, PublicEvent];
  expect(continued([a, b], [])).toEqual([a, b]);
  expect(continued([a], [b, c])).toEqual([a, b, c]);
  expect(continued([a, b], [b, c])).toEqual([a, b, c]);
  expect(continued([], [a])).toEqual([a]);
});

const asked = {
  ...scene,
  table: { stage: 'playing', match: 1 },
  view: { phase: 'discard', chosen: [] },
  mine: { seat: 0, asked: 3, choices: ['discard r5', 'discard g2'] },
} as unknown as Scene;

test('a rival who chooses at the same time changes nothing of what one may do', () => {
  const next = merged(asked, { event: did, n: 4, view: { chosen: [2] } });
  expect(sameQuestion(asked, next)).toBe(true);
  expect(pictured(asked, next, { view: { ...next.view }, hold: 150 }).mine.choices).toEqual(asked.mine.choices);
});

test('who has chosen may change it, whatever rivals do', () => {
  const chosen = merged(asked, { event: did, n: 4, mine: { choices: [], changeable: true } });
  expect(sameQuestion(asked, chosen)).toBe(false);
  expect(sameQuestion(chosen, merged(chosen, { event: did, n: 5, view: { chosen: [0, 2] } }))).toBe(true);
});

test('while something new is asked of oneself there is nothing to choose until it is shown', () => {
  const next = merged(asked, { event: did, n: 4, view: { phase: 'play' }, mine: { asked: 4, choices: ['play g2'] } });
  expect(sameQuestion(asked, next)).toBe(false);
  expect(pictured(asked, next, { view: { ...next.view }, hold: 150 }).mine.choices).toEqual([]);
});

test('who is asked nothing has no question', () => {
  const nothing = { ...asked, mine: { seat: 0, asked: 1, choices: [] } } as unknown as Scene;
  expect(sameQuestion(nothing, nothing)).toBe(false);
});
