import { expect, test } from 'vitest';
import { qr } from '../src/ui/qr';

test('a code grows with its text', () => {
  expect(qr('hi')).toHaveLength(21);
  expect(qr('https://games.example.org/t/abcdefghij')).toHaveLength(29);
  expect(() => qr('x'.repeat(400))).toThrow(RangeError);
});

test('three corners help to find it', () => {
  const code = qr('hello');
  const corner = (x: number, y: number) =>
    code[y]!.slice(x, x + 7)
      .map(Number)
      .join('');
  expect([corner(0, 0), corner(14, 0), corner(0, 14), corner(0, 1)]).toEqual([
    '1111111',
    '1111111',
    '1111111',
    '1000001',
  ]);
});
