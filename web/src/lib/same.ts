/** The same cards for everyone: to the table of a set of deals, and a result to show. */
import { playSet } from './rest';
import { go } from './router.svelte';
import { introduce } from './session.svelte';
import { toast } from './speech.svelte';
import { t } from './words.svelte';
import type { SameCards } from '../messages';

/** The page of the set of deals that a table belongs to. */
export const pageOf = ({ set, kind }: SameCards): string => `/${kind === 'day' ? 'same' : kind}/${set}`;

/** Goes to the table at which one plays a turn of a set. */
export async function sitDown(set: string, turn: number, name?: string): Promise<void> {
  try {
    await introduce(name);
    go(`/t/${(await playSet(set, turn)).id}`);
  } catch (problem) {
    toast((problem as Error).message, true);
  }
}

/** Shows a text, and where it leads, to somebody else: by what the device shares with, else by its clipboard. */
export async function share(text: string, url: string): Promise<void> {
  if (navigator.share) await navigator.share({ text, url }).catch(() => undefined);
  else
    await navigator.clipboard.writeText(`${text}\n${url}`).then(
      () => toast(t('same.shared')),
      () => toast(text),
    );
}
