import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { deck, mixed, verify } from '../src/lib/fair';
import { hex, sha256, text } from '../src/lib/sha256';
import record from './fixtures/holzwurm.jsonl?raw';

const COLOURS = [
  ['b', 1],
  ['y', 1],
  ['r', 1],
  ['g', 1],
  ['v', 1],
  ['x', 2],
] as const;
const CARDS = [
  ...COLOURS.flatMap(([colour, low]) => Array.from({ length: 12 - low }, (_, i) => `${colour}${low + i}`)),
  '-13',
];
const RULES = { cards: CARDS, first_name: '', always_first: {} };
const KEPT = { commitment: '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd' };
const FAIR = { fair: true, deals: 2, promised: false, leftOut: [], first: 'draw' };

/** The record with another header. */
function changed(changes: Record<string, unknown>, fair: Record<string, unknown> = {}): string {
  const [head = '', ...rest] = record.split('\n');
  const before = JSON.parse(head) as { fair: object };
  return [JSON.stringify({ ...before, ...changes, fair: { ...before.fair, ...fair } }), ...rest].join('\n');
}

const promise = (salt: string) => salt && hex(sha256(text(salt)));
const PROMISES = ['9f3c1e0b77aa', '', 'été'].map(promise);

test('hashes are those of others, whatever the length', () => {
  for (let size = 0; size < 200; size++) {
    const bytes = randomBytes(size);
    expect(hex(sha256(bytes.subarray(0, size >> 1), bytes.subarray(size >> 1)))).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
  }
});

test('the mixture is the one that the server makes', () => {
  const seed = mixed(new TextEncoder().encode('secret'), ['a', 'b']);
  expect(hex(seed)).toBe('c74332af09ba8fb184e4c92297788c3a6931671440264111ac00c49737764381');
});

test('a deck has every card once, and each round has its own', () => {
  const seed = new Uint8Array(32);
  const [one, two] = [deck(seed, 1, 65), deck(seed, 2, 65)];
  expect(one.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 65 }, (_, i) => i));
  expect(one).not.toEqual(two);
  expect(deck(seed, 1, 65)).toEqual(one);
});

test('a record that the server made is fair', () => {
  expect(verify(record, RULES)).toEqual(FAIR);
  expect(verify(record, RULES, KEPT)).toEqual(FAIR);
});

test('whoever changes something is found out', () => {
  const swapped = record.replace('"deal":"r4 v2', '"deal":"v2 r4');
  expect(verify(swapped, RULES)).toEqual({ fair: false, why: 'deck', round: 1 });
  expect(verify(record.replace('"secret":"00', '"secret":"01'), RULES)).toMatchObject({ fair: false, why: 'secret' });
  const salted = verify(changed({}, { salts: ['9f3c1e0b77ab', '', 'été'], first_chosen: true }), RULES);
  expect(salted).toMatchObject({ fair: false, why: 'deck', round: 1 });
  expect(verify(record, RULES, { commitment: 'another' })).toMatchObject({ fair: false, why: 'promise' });
});

test('every salt is the one that was promised, and who did not reveal theirs is named', () => {
  const promised = changed({}, { salt_commitments: PROMISES });
  expect(verify(promised, RULES)).toEqual({ ...FAIR, promised: true });
  const withheld = changed({}, { salt_commitments: [PROMISES[0], promise('never shown'), PROMISES[2]] });
  expect(verify(withheld, RULES)).toEqual({ ...FAIR, promised: true, leftOut: ['Ben'] });
  for (const wrong of [[PROMISES[2], '', PROMISES[2]], ['', '', PROMISES[2]], PROMISES.slice(0, 2)])
    expect(verify(changed({}, { salt_commitments: wrong }), RULES)).toMatchObject({ fair: false, why: 'salt' });
});

test('a promise that was exchanged after a salt was revealed is found out', () => {
  const promised = changed({}, { salt_commitments: PROMISES });
  expect(verify(promised, RULES, { ...KEPT, salts: PROMISES })).toMatchObject({ fair: true });
  const before = [PROMISES[0]!, '', promise('what was promised first')];
  expect(verify(promised, RULES, { ...KEPT, salts: before })).toMatchObject({ fair: false, why: 'promise' });
  expect(verify(record, RULES, { ...KEPT, salts: PROMISES })).toMatchObject({ fair: false, why: 'promise' });
});

test('who is first is drawn, unless rules, a name or the host decide', () => {
  expect(verify(changed({ first: 1 }), RULES)).toMatchObject({ fair: false, why: 'first' });
  expect(verify(changed({ first: 1 }, { first_chosen: true }), RULES)).toMatchObject({ first: 'chosen' });
  expect(verify(changed({ first: 7 }, { first_chosen: true }), RULES)).toMatchObject({ why: 'first' });
  expect(verify(changed({}, { first_chosen: true }), RULES)).toMatchObject({ first: 'draw' });
  const named = { ...RULES, first_name: 'lisa' };
  expect(verify(changed({ first: 2 }), named)).toMatchObject({ first: 'name' });
  expect(verify(record, named)).toMatchObject({ fair: false, why: 'first' });
  const fixed = { ...RULES, always_first: { '3': 3 } };
  expect(verify(changed({ first: 3 }), fixed)).toMatchObject({ first: 'rules' });
  expect(verify(changed({}, { first_chosen: true }), fixed)).toMatchObject({ fair: false, why: 'first' });
});

test('a host who chose nobody before the match chose nobody after it', () => {
  const chosen = changed({ first: 1 }, { first_chosen: true });
  expect(verify(chosen, RULES, { ...KEPT, first: 1 })).toMatchObject({ first: 'chosen' });
  expect(verify(chosen, RULES, { ...KEPT, first: null })).toMatchObject({ fair: false, why: 'promise' });
  expect(verify(record, RULES, { ...KEPT, first: 2 })).toMatchObject({ fair: false, why: 'promise' });
  expect(verify(record, RULES, { ...KEPT, first: null })).toEqual(FAIR);
});

test('what cannot be proved is not claimed', () => {
  const [head = '', ...rest] = record.split('\n');
  const { fair: _, ...bare } = JSON.parse(head) as Record<string, unknown>;
  expect(verify([JSON.stringify(bare), ...rest].join('\n'), RULES)).toMatchObject({ fair: false, why: 'unproven' });
  expect(verify([JSON.stringify({ ...bare, lesson: true }), ...rest].join('\n'), RULES)).toMatchObject({
    fair: false,
    why: 'lesson',
  });
});
