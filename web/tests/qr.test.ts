import { expect, test } from 'vitest';
import { qr } from '../src/ui/qr';

test('a code grows with its text', () => {
  expect(qr('hi').size).toBe(21);
  expect(qr('https://games.example.org/t/abcdefghij').size).toBe(29);
});
