import { expect, test } from 'vitest';

type Words = Record<string, string>;
const files = import.meta.glob<Words>(
  ['../src/words/*.json', '../src/games/*/words/*.json', '../src/games/*/lesson/*.json'],
  { import: 'default', eager: true },
);
const sources = import.meta.glob<string>(['../src/**/*.svelte', '../src/**/*.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const folders = [...new Set(Object.keys(files).map((path) => path.replace(/[^/]+$/, '')))];
const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

for (const folder of folders) {
  const english = files[`${folder}en.json`] ?? {};
  for (const language of ['fr', 'nl', 'de']) {
    test(`${folder}${language}.json says everything`, () => {
      const words = files[`${folder}${language}.json`] ?? {};
      expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
      for (const [key, text] of Object.entries(words)) {
        expect(text.trim(), key).not.toBe('');
        expect(holes(text), key).toEqual(holes(english[key]!));
      }
    });
  }
}

test('every message that is said is there', () => {
  const known = new Set(
    Object.entries(files).flatMap(([path, words]) => (path.endsWith('/en.json') ? Object.keys(words) : [])),
  );
  const said = (text: string) => [
    ...[...text.matchAll(/\bt\('([\w.]+)'/g)].map((found) => found[1]!),
    ...[...text.matchAll(/\bcounted\('([\w.]+)'/g)].flatMap((found) => [`${found[1]}.one`, `${found[1]}.other`]),
  ];
  const missing = Object.entries(sources).flatMap(([path, text]) =>
    said(text)
      .filter((key) => !known.has(key))
      .map((key) => `${path}: ${key}`),
  );
  expect(missing).toEqual([]);
});
