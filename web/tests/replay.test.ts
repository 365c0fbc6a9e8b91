import { expect, test } from 'vitest';
import type { EventMessage, SceneMessage } from '../src/lib/scene';
import { asked, moments, Replay, roundFrom } from '../src/lib/replay.svelte';

const scene = {
  kind: 'scene',
  n: 1,
  table: { stage: 'playing' },
  view: { round: 0 },
  mine: {},
} as unknown as SceneMessage;
const event = (n: number, kind: string, round = 1) =>
  ({ kind: 'event', n, event: { kind }, view: { round, n } }) as unknown as EventMessage;
const match: [SceneMessage, ...EventMessage[]] = [
  scene,
  event(2, 'dealt'),
  event(3, 'did'),
  event(4, 'stands'),
  event(5, 'did'),
  event(6, 'readied'),
  event(7, 'dealt', 2),
  event(8, 'did', 2),
];

test('only deals and actions are moments', () => {
  const found = moments(match);
  expect(found.map((one) => one.told.kind)).toEqual(['dealt', 'did', 'did', 'dealt', 'did']);
  expect(found[0]!.before.view).toEqual({ round: 0 });
  expect(found[2]!.before.n).toBe(3);
  expect(found[2]!.scene.view).toEqual({ round: 1, n: 5 });
});

test('one can leap from round to round', () => {
  const found = moments(match);
  expect([0, 1, 3, 4].map((at) => roundFrom(found, at, true))).toEqual([3, 3, 4, 4]);
  expect([0, 1, 3, 4].map((at) => roundFrom(found, at, false))).toEqual([0, 0, 0, 3]);
});

test('the address names a moment and a seat', () => {
  expect(asked('?step=12&seat=1')).toEqual({ at: 0, seat: 1, step: 12 });
  expect(asked('?at=37&seat=2')).toEqual({ at: 37, seat: 2, step: 0 });
  expect(asked('')).toEqual({ at: 0, seat: -1, step: 0 });
  expect(asked('?at=-4&seat=x')).toEqual({ at: 0, seat: -1, step: 0 });
});

test('one never leaves the match, and stays at a moment when the eyes change', () => {
  const replay = new Replay(() => []);
  replay.put(moments(match), 99);
  expect(replay.at).toBe(4);
  replay.seek(-1);
  expect(replay.at).toBe(0);
  replay.seek(2);
  replay.put(moments(match));
  expect(replay.at).toBe(2);
  expect(replay.shown?.n).toBe(5);
});
