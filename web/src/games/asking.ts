/** Questions that several games share. */
import { joined, t } from '../lib/words.svelte';
import type { Ask, Position } from './game';

/** Whom we wait for. */
export function waiting(p: Position): Ask {
  const others = p.view.actors.includes(p.seat ?? -1) ? [] : p.view.actors.map(p.name);
  if (!others.length) return { text: t('wait'), waits: 'pictures' };
  return { text: t('wait.for', { names: joined(others) }), waits: 'others' };
}

/** The choices that begin with a word, without it: `after(p, 'play')` are cards. */
export function after(p: Position, word: string): string[] {
  return p.choices.filter((one) => one.startsWith(`${word} `)).map((one) => one.slice(word.length + 1));
}

/** Cards sorted by colour and number. */
export function sorted(cards: string[], colours: string): string[] {
  return cards.toSorted(
    (a, b) => colours.indexOf(a[0]!) - colours.indexOf(b[0]!) || Number(a.slice(1)) - Number(b.slice(1)),
  );
}
