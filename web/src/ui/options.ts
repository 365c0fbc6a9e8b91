/** How options of a game's rules are called: `option.willi.tie.first`, or `option.willi.target` with a number. */
import { has, t } from '../lib/words.svelte';

/** An option and its value in words. */
export function optionText(game: string, name: string, value: string | number | boolean): string {
  const key = `option.${game}.${name}`;
  if (has(`${key}.${value}`)) return t(`${key}.${value}`);
  return has(key)
    ? t(key, { value: typeof value === 'boolean' ? t(value ? 'yes' : 'no') : value })
    : `${name}: ${value}`;
}
