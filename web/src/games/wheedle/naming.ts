/** Shares in words, for ears and messages. */
import { say, t } from '../../lib/words.svelte';
import { counts, type Stack } from './offers';

/** A company's name. */
export function named(letter: string): string {
  return say('wheedle', 'company', letter);
}

/** "2 Fats Foods, Texas Tea Oil Co.", or "nothing". */
export function sharesNamed(shares: Stack): string {
  return (
    counts(shares)
      .map(([letter, count]) => (count > 1 ? `${count} ${named(letter)}` : named(letter)))
      .join(', ') || t('wheedle.nothing')
  );
}
