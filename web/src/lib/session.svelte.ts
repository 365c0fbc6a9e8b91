/** One's identity. A name is given once; a cookie remembers it. */
import type { Me } from '../messages';
import { RefusedError, me, nameMe, takeKey } from './rest';
import { settings } from './settings.svelte';
import { t } from './words.svelte';

const KNOWN = 'ludotheque.known';

export const session = $state<{ me: Me | null; known: boolean }>({ me: null, known: false });

/** Asks the server who this is; a key from another device stands behind the # of /key#TOKEN. */
export async function recognise(): Promise<void> {
  const token = location.pathname === '/key' ? location.hash.slice(1) : '';
  if (token) history.replaceState(null, '', '/');
  try {
    if (token) session.me = await takeKey(token);
    else if (localStorage.getItem(KNOWN)) session.me = await me(); // whoever has no name yet need not ask
  } catch (problem) {
    if (!(problem instanceof RefusedError)) throw problem;
  }
  if (session.me) localStorage.setItem(KNOWN, 'yes');
  session.known = true;
}

/** Takes a name, or a guest's if there is none yet. */
export async function introduce(name?: string): Promise<Me> {
  const wanted = name?.trim() || session.me?.name || t('session.guest');
  if (session.me && session.me.name === wanted && session.me.language === settings.language) return session.me;
  session.me = await nameMe(wanted, settings.language);
  localStorage.setItem(KNOWN, 'yes');
  return session.me;
}
