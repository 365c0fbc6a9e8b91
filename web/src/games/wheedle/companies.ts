/** The companies, in the order of the notation: what is printed on their shares, and in which colours. */
import { printed, printedCards } from '../../lib/shelf';

export interface Company {
  letter: string;
  /** Printed on each share: how many there are. */
  shares: number;
  /** How many are a majority: where the line is drawn. */
  majority: number;
  ink: string;
  wash: string;
}

const COLOURS: Record<string, [ink: string, wash: string]> = {
  B: ['#6a2c8c', '#f0e3f6'],
  T: ['#46311f', '#eee3d2'],
  G: ['#0b6642', '#ddf1e3'],
  H: ['#15549a', '#deeaf9'],
  N: ['#3d4b59', '#e3e9ef'],
  P: ['#a01e5c', '#fbe1ec'],
  A: ['#00616b', '#d7f0f1'],
  C: ['#855400', '#fceec6'],
  F: ['#b02c1a', '#fce2da'],
};

/** The company of a letter. */
export function company(letter: string): Company {
  const [ink, wash] = COLOURS[letter] ?? ['#46311f', '#eee3d2'];
  const number = (what: string) => printed('wheedle', letter, what);
  return { letter, shares: number('shares'), majority: number('majority'), ink, wash };
}

export const letters = (): string[] => Object.keys(printedCards('wheedle'));
export const companies = (): Company[] => letters().map(company);
