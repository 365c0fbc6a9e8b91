import { expect, test } from 'vitest';
import type { Ask } from '../src/games/game';
import { delay, ring, ringTime } from '../src/games/prompting';

const own: Ask = { text: 'Follow green' };
const ada: Ask = { text: 'Waiting for Ada', waits: 'others' };
const bruno: Ask = { text: 'Waiting for Bruno', waits: 'others' };
const moment: Ask = { text: 'One moment', waits: 'pictures' };

test('a question to oneself is shown at once', () => {
  for (const before of [own, ada, moment]) expect(delay(before, own)).toBe(0);
});

test('one knows at once that it is no longer one’s turn', () => {
  expect(delay(own, ada)).toBe(0);
});

test('a prompt does not flicker between names, nor between a name and a moment', () => {
  expect(delay(ada, bruno)).toBeGreaterThanOrEqual(300);
  expect(delay(ada, moment)).toBeNull();
  expect(delay(own, moment)).toBeGreaterThanOrEqual(300);
});

test('who plays by keyboard or screen reader has all the time, unless a ring was chosen', () => {
  expect(ring('', true)).toBe('short');
  expect(ring('', false)).toBe('off');
  expect(ringTime('', false)).toBe(0);
  expect(ring('long', false)).toBe('long');
  expect(ringTime('off', true)).toBe(0);
  expect(ringTime('long', true)).toBeGreaterThan(ringTime('short', true));
});
