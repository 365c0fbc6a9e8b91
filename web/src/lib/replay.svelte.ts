/**
 * A finished match, moment by moment. Moments are deals and actions, which every seat is told of, so that a moment has
 * the same number from all eyes.
 */
import type { PublicEvent } from '../messages';
import { Player } from './player.svelte';
import { type EventMessage, merged, type Scene, type SceneMessage } from './scene';

export interface Moment {
  before: Scene;
  scene: Scene;
  told: PublicEvent;
}

/** The moments that messages tell of. */
export function moments([first, ...events]: [SceneMessage, ...EventMessage[]]): Moment[] {
  const found: Moment[] = [];
  let scene: Scene = first;
  let before = scene;
  for (const message of events) {
    scene = merged(scene, message);
    if (message.event.kind === 'did' || message.event.kind === 'dealt') {
      found.push({ before, scene, told: message.event });
      before = scene;
    }
  }
  return found;
}

/** Where a new round begins, before or after a moment. */
export function roundFrom(all: Moment[], at: number, forward: boolean): number {
  const deals = all.flatMap((one, i) => (one.told.kind === 'dealt' ? [i] : []));
  return forward ? (deals.find((i) => i > at) ?? all.length - 1) : (deals.findLast((i) => i < at) ?? 0);
}

/** The moment in the address: `?at=37&seat=0`. Nothing named, or a seat of -1: open cards. A `step` is a line of the
 * record, from 1 on; 0 if none is named. */
export function asked(search: string): { at: number; seat: number; step: number } {
  const found = new URLSearchParams(search);
  const number = (name: string, usual: number) => {
    const text = found.get(name);
    return text !== null && /^-?\d+$/.test(text) ? Number(text) : usual;
  };
  return {
    at: Math.max(0, number('at', 0)),
    seat: Math.max(-1, number('seat', -1)),
    step: Math.max(0, number('step', 0)),
  };
}

const BETWEEN = 450;
const DEALT = 900;

export class Replay extends Player {
  all = $state.raw<Moment[]>([]);
  at = $state(0);
  playing = $state(false);

  #film = 0;

  /** Looks at the same match, perhaps from elsewhere; stays at its moment. */
  put(all: Moment[], at = this.at): void {
    this.all = all;
    this.seek(at);
  }

  /** Goes to a moment at once. */
  seek(at: number): void {
    this.#stop();
    this.at = Math.max(0, Math.min(this.all.length - 1, at));
    this.cut(this.all[this.at]?.scene ?? null);
  }

  /** One moment on, as it was at the table. */
  async forward(): Promise<void> {
    this.#stop();
    await this.#next();
  }

  async toggle(): Promise<void> {
    if (this.playing) return this.seek(this.at);
    if (this.at >= this.all.length - 1) this.seek(0);
    const film = ++this.#film;
    this.playing = true;
    while (film === this.#film && (await this.#next()))
      await pause(this.all[this.at]?.told.kind === 'dealt' ? DEALT : BETWEEN);
    if (film === this.#film) this.playing = false;
  }

  #stop(): void {
    this.#film++;
    this.playing = false;
  }

  /** Whether there was a moment more, and it was shown to its end. */
  async #next(): Promise<boolean> {
    const next = this.all[this.at + 1];
    if (!next) return false;
    this.at++;
    return this.show(next.before, next.scene, next.told);
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));
