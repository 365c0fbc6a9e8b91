/** What is printed on the shares: nine companies, in the order of the notation. */

export interface Company {
  letter: string;
  /** Printed on each share: how many there are. */
  shares: number;
  /** How many are a majority: where the line is drawn. */
  majority: number;
  ink: string;
  wash: string;
}

const PRINTED: [letter: string, shares: number, ink: string, wash: string][] = [
  ['B', 9, '#6a2c8c', '#f0e3f6'],
  ['T', 9, '#46311f', '#eee3d2'],
  ['G', 7, '#0b6642', '#ddf1e3'],
  ['H', 7, '#15549a', '#deeaf9'],
  ['N', 7, '#3d4b59', '#e3e9ef'],
  ['P', 7, '#a01e5c', '#fbe1ec'],
  ['A', 5, '#00616b', '#d7f0f1'],
  ['C', 5, '#855400', '#fceec6'],
  ['F', 5, '#b02c1a', '#fce2da'],
];

export const COMPANIES: Company[] = PRINTED.map(([letter, shares, ink, wash]) => ({
  letter,
  shares,
  majority: Math.floor(shares / 2) + 1,
  ink,
  wash,
}));
export const LETTERS = COMPANIES.map((one) => one.letter).join('');

/** The company of a letter. */
export function company(letter: string): Company {
  return COMPANIES[LETTERS.indexOf(letter)] ?? COMPANIES[0]!;
}
