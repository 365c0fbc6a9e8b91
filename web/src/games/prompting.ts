/** When a prompt takes the place of another, and how long a question waits for its answer. */
import type { Settings } from '../lib/settings.svelte';
import type { Ask } from './game';

/** A prompt that only says whom we wait for must be true for so many milliseconds before it is shown. */
const STEADY = 400;
/** Milliseconds to answer a question that otherwise answers itself; 0: no limit. */
const RINGS = { off: 0, long: 9000, short: 3500 };

/**
 * Milliseconds until `next` takes the place of `now`; null: never. A question to oneself comes at once. The names of
 * those we wait for change many times a second while bots pass, and pictures come in between: neither may flicker.
 */
export function delay(now: Ask, next: Ask): number | null {
  if (!next.waits) return 0;
  if (next.waits === 'others') return now.waits ? STEADY : 0;
  return now.waits ? null : STEADY;
}

/** The ring that a setting means: unless one has chosen, none for those who play by keyboard or screen reader. */
export function ring(chosen: Settings['ring'], pointer: boolean): keyof typeof RINGS {
  return chosen || (pointer ? 'short' : 'off');
}

/** Milliseconds that a ring takes. */
export const ringTime = (chosen: Settings['ring'], pointer: boolean): number => RINGS[ring(chosen, pointer)];
