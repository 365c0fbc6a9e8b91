import { beforeEach, expect, test, vi } from 'vitest';
import { promiseOf } from '../src/lib/promises';
import { leftOut, saltCommand } from '../src/lib/salts';
import { hex, sha256, text } from '../src/lib/sha256';
import type { Commit, Reveal, TableSeen } from '../src/messages';

function table(changes: Partial<TableSeen> = {}): TableSeen {
  const seats = ['ann', 'bob', ''].map((person) => ({ person, name: person, level: '', away: false, ready: false }));
  const bare = {
    id: 't',
    match: 1,
    stage: 'open',
    starting: false,
    seats,
    salts: ['', '', ''],
    salt_commitments: ['', '', ''],
  };
  return { ...bare, commitment: 'c', setup: { lesson: false, first: null }, ...changes } as unknown as TableSeen;
}

const promised = (hash: string, changes: Partial<TableSeen> = {}) =>
  table({ salt_commitments: [hash, 'b', ''], ...changes });

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});

test('a salt is promised as soon as one sits, once, and it is another one each time', () => {
  const { kind, hash } = saltCommand(table(), 'ann') as Commit;
  expect([kind, hash]).toEqual(['commit', expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect((saltCommand(table(), 'ann') as Commit).hash).not.toBe(hash);
  expect(saltCommand(promised(hash), 'ann')).toBeNull();
});

test('it is revealed when the table starts, and not before', () => {
  const { hash } = saltCommand(table(), 'ann') as Commit;
  const { kind, salt } = saltCommand(promised(hash, { starting: true }), 'ann') as Reveal;
  expect(kind).toBe('reveal');
  expect(hex(sha256(text(salt)))).toBe(hash);
  expect(salt.length).toBeGreaterThanOrEqual(32);
  expect(saltCommand(promised(hash, { starting: true, salts: [salt, '', ''] }), 'ann')).toBeNull();
  expect(saltCommand(promised(hash, { stage: 'playing' }), 'ann')).toBeNull();
});

test('what all have promised is kept before one’s own salt is revealed, and not exchanged later', () => {
  const { hash } = saltCommand(table(), 'ann') as Commit;
  saltCommand(promised(hash, { starting: true }), 'ann');
  expect(promiseOf('t', 1)).toEqual({ commitment: 'c', first: null, salts: [hash, 'b', ''] });
  saltCommand(promised(hash, { starting: true, commitment: 'd', salt_commitments: [hash, 'exchanged', ''] }), 'ann');
  expect(promiseOf('t', 1)).toEqual({ commitment: 'c', first: null, salts: [hash, 'b', ''] });
});

test('nobody reveals what another device has promised, and who only watches or learns has no salt', () => {
  expect(saltCommand(promised('unknown', { starting: true }), 'ann')).toBeNull();
  expect(saltCommand(table(), 'eva')).toBeNull();
  expect(saltCommand(table(), '')).toBeNull();
  expect(saltCommand(table({ setup: { lesson: true } as TableSeen['setup'] }), 'ann')).toBeNull();
});

test('a browser that keeps nothing still reveals', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('no');
    },
    setItem: () => {
      throw new Error('no');
    },
  });
  const { hash } = saltCommand(table(), 'ann') as Commit;
  expect(saltCommand(promised(hash, { starting: true }), 'ann')).toMatchObject({ kind: 'reveal' });
});

test('who did not reveal is named once the match has begun', () => {
  expect(leftOut(promised('a'))).toEqual([]);
  expect(leftOut(promised('a', { stage: 'playing', salts: ['salt', '', ''] }))).toEqual(['bob']);
});
