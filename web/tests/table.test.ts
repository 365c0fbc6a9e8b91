import { expect, test } from 'vitest';
import type { GameClient } from '../src/games/game';
import { Hint } from '../src/lib/hint.svelte';
import type { TableLink } from '../src/lib/connection.svelte';
import { Recent } from '../src/lib/recent.svelte';
import type { Scene } from '../src/lib/scene';
import type { Hinted, PublicEvent } from '../src/messages';

const at = (n: number, mine = {}): Scene => ({ n, table: {}, view: {}, mine }) as unknown as Scene;
const event = (kind: string, happened: object[] = []) => ({ kind, happened }) as unknown as PublicEvent;
const won = { kind: 'won', facts: { place: 2, cards: ['r1', 'r2'], places: [0, 2] } };

test('the last trick can be looked at until the next deal', () => {
  const recent = new Recent(() => ({ shown: at(9) }) as TableLink);
  expect(recent.trick).toBeNull();
  recent.hear(event('did', [won]), at(4), at(3));
  recent.hear(event('did'), at(5), at(4));
  expect(recent.trick).toEqual({ winner: 2, cards: ['r1', 'r2'], places: [0, 2] });
  recent.hear(event('dealt'), at(6), at(5));
  expect(recent.trick).toBeNull();
});

test('only what has been shown is told, and another match begins from nothing', () => {
  const recent = new Recent(() => ({ shown: at(4) }) as TableLink);
  recent.hear(event('dealt'), at(3), at(2));
  recent.hear(event('said'), at(4), at(3));
  recent.hear(event('did'), at(5), at(4));
  expect(recent.moments.map((one) => one.scene.n)).toEqual([3]);
  recent.hear(event('again'), at(6), at(5));
  expect(recent.moments).toEqual([]);
});

async function hinted(client: Partial<GameClient> | null) {
  const answer = { kind: 'hinted', do: 'play r1', message: 'it wins' } as Hinted;
  const hint = new Hint(
    () => client as GameClient | null,
    () => Promise.resolve(answer),
  );
  await hint.ask(7);
  return hint;
}

test('a hint is good for one question', async () => {
  const hint = await hinted(null);
  expect(hint.why).toBe('it wins');
  expect(hint.good(at(7, { choices: ['play r1'], asked: 7 }))).toBe('play r1');
  expect(hint.good(at(9, { choices: ['play r1'], asked: 9 }))).toBeNull();
  expect(hint.good(at(7, { choices: [], asked: 7 }))).toBeNull();
});

test('a game may say for how long a hint is good', async () => {
  const hint = await hinted({ stillGood: (_view, action, choices) => choices.includes(action) });
  expect(hint.good(at(99, { choices: ['play r1'], asked: 98 }))).toBe('play r1');
  expect(hint.good(at(99, { choices: ['play r2'], asked: 98 }))).toBeNull();
});
