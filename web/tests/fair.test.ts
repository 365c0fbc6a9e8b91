import { expect, test } from 'vitest';
import { deck, mixed, verify } from '../src/lib/fair';
import record from './fixtures/holzwurm.jsonl?raw';

const COLOURS = [['b', 1], ['y', 1], ['r', 1], ['g', 1], ['v', 1], ['x', 2]] as const;
const CARDS = [...COLOURS.flatMap(([colour, low]) => Array.from({ length: 12 - low }, (_, i) => `${colour}${low + i}`)), '-13'];
const PROMISED = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';

test('the mixture is the one that the server makes', async () => {
  const seed = await mixed(new TextEncoder().encode('secret'), ['a', 'b']);
  expect(Buffer.from(seed).toString('hex')).toBe('c74332af09ba8fb184e4c92297788c3a6931671440264111ac00c49737764381');
});

test('a deck has every card once, and each round has its own', async () => {
  const seed = new Uint8Array(32);
  const [one, two] = [await deck(seed, 1, 65), await deck(seed, 2, 65)];
  expect(one.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 65 }, (_, i) => i));
  expect(one).not.toEqual(two);
  expect(await deck(seed, 1, 65)).toEqual(one);
});

test('a record that the server made is fair', async () => {
  expect(await verify(record, CARDS)).toEqual({ fair: true, deals: 2 });
  expect(await verify(record, CARDS, PROMISED)).toEqual({ fair: true, deals: 2 });
});

test('whoever changes something is found out', async () => {
  const swapped = record.replace('"deal":"r4 v2', '"deal":"v2 r4');
  expect(await verify(swapped, CARDS)).toEqual({ fair: false, why: 'deck', round: 1 });
  expect(await verify(record.replace('"secret":"00', '"secret":"01'), CARDS)).toMatchObject({ fair: false, why: 'secret' });
  expect(await verify(record.replace('9f3c1e0b77aa', '9f3c1e0b77ab'), CARDS)).toMatchObject({ fair: false, why: 'deck', round: 1 });
  expect(await verify(record, CARDS, 'another')).toMatchObject({ fair: false, why: 'promise' });
});

test('what cannot be proved is not claimed', async () => {
  const [head = '', ...rest] = record.split('\n');
  const { fair: _, ...bare } = JSON.parse(head) as Record<string, unknown>;
  expect(await verify([JSON.stringify(bare), ...rest].join('\n'), CARDS)).toMatchObject({ fair: false, why: 'unproven' });
  expect(await verify([JSON.stringify({ ...bare, lesson: true }), ...rest].join('\n'), CARDS)).toMatchObject({ fair: false, why: 'lesson' });
});
