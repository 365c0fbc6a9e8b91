import { expect, test } from 'vitest';
import { blocks, example, explained, rulesOf, shares, spans } from '../src/lib/rules';

const files = import.meta.glob<string>('../src/games/*/rules/*.md', { query: '?raw', import: 'default', eager: true });

test('what matters is strong', () => {
  expect(spans('play **green**, or a 5')).toEqual([
    { text: 'play ', strong: false },
    { text: 'green', strong: true },
    { text: ', or a 5', strong: false },
  ]);
});

test('blocks are told apart', () => {
  const text =
    '# Willi\n\nTwo\nlines.\n\n## Cards\n\n<!-- W1 -->\n\n- one\n- **two**\n\n' +
    '| | Anna |\n| --- | --- |\n| Points | 3 |\n\n<!-- W1 W2 -->\n\nMore.';
  const found = blocks(text);
  expect(found.map((one) => one.kind)).toEqual(['title', 'paragraph', 'section', 'list', 'table', 'paragraph']);
  expect(found[1]).toMatchObject({ line: [{ text: 'Two lines.' }] });
  expect(found[2]).toMatchObject({ id: 'part-1', text: 'Cards' });
  expect(found[3]).toMatchObject({ rule: 'W1' });
  expect(found[4]).toEqual({
    kind: 'table',
    rule: undefined,
    head: [[], spans('Anna')],
    rows: [[spans('Points'), spans('3')]],
  });
  expect(found[5]!.rule).toBe('W2');
});

test('a trick has names and a winner', () => {
  const found = example(['caption: Ben: the 3 wins.', 'trick: Anna:g5 Ben:g3*', 'legal: r1 r2', 'illegal: b9']);
  expect(found.caption).toBe('Ben: the 3 wins.');
  expect(found.trick).toEqual([
    { name: 'Anna', card: 'g5', wins: false },
    { name: 'Ben', card: 'g3', wins: true },
  ]);
  expect([found.legal, found.illegal]).toEqual([['r1', 'r2'], ['b9']]);
  expect(() => example(['tricks: r1'])).toThrow('tricks');
});

test('rows stay apart, offers are shares', () => {
  expect(example(['row: r1 r2', 'row: b3']).rows).toEqual([['r1', 'r2'], ['b3']]);
  expect(example(['offer: 2FB for T']).offer).toEqual({ give: ['F', 'F', 'B'], want: ['T'] });
  expect(example(['offer: F for nothing']).offer).toEqual({ give: ['F'], want: [] });
  expect(shares('3A')).toEqual(['A', 'A', 'A']);
});

test('every text on the shelf can be read', async () => {
  expect(Object.keys(files).length).toBeGreaterThanOrEqual(16);
  for (const text of Object.values(files)) {
    const found = blocks(text);
    expect(found[0]!.kind).toBe('title');
    expect(found.filter((one) => one.kind === 'title')).toHaveLength(1);
    for (const one of found)
      if (one.kind === 'table') for (const row of one.rows) expect(row).toHaveLength(one.head.length);
  }
  expect(await rulesOf('willi', 'fr')).toEqual(blocks(files['../src/games/willi/rules/fr.md']!));
  expect([explained('willi'), explained('chess')]).toEqual([true, false]);
});
