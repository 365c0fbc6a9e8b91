import { afterEach, expect, test } from 'vitest';
import { counts } from '../src/games/holzwurm/rows';
import { companies } from '../src/games/wheedle/companies';
import { triangles } from '../src/games/wimmuln/guess';
import { levels, stock } from '../src/lib/shelf';
import type { Game } from '../src/messages';
import games from './fixtures/games.json?raw';

const all = JSON.parse(games) as Game[];
afterEach(() => stock(all));

test('what cards count and which levels there are, the server says', () => {
  const told = {
    holzwurm: { b2: { counts: 7 } },
    wheedle: { Z: { shares: 4, majority: 3 } },
    wimmuln: { r1: { triangles: 5 } },
  };
  stock(
    Object.entries(told).map(([name, printed]) => ({ ...all[0]!, name, printed, levels: ['child', 'sage'] }) as Game),
  );
  expect(counts('b2')).toBe(7);
  expect(companies()).toMatchObject([{ letter: 'Z', shares: 4, majority: 3 }]);
  expect(triangles('r1')).toBe(5);
  expect(levels()).toEqual(['child', 'sage']);
});
