/**
 * A finished match, moment by moment. Moments are deals and actions, which every seat is told of, so that a moment has
 * the same number from all eyes.
 */
import { tick } from 'svelte';
import type { Told } from '../messages';
import {
  type Direct,
  type EventMessage,
  merged,
  pictured,
  type Scene,
  type SceneMessage,
  type Step,
} from './connection.svelte';
import { moving } from './settings.svelte';
import { play } from './sounds';
import { depart, remember } from './travel';

export interface Moment {
  before: Scene;
  scene: Scene;
  told: Told;
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

/** What is asked in the address: `?at=37&seat=0`. Nothing named, or a seat of -1: open cards. */
export function asked(search: string): { at: number; seat: number } {
  const found = new URLSearchParams(search);
  const number = (name: string, usual: number) => {
    const text = found.get(name);
    return text !== null && /^-?\d+$/.test(text) ? Number(text) : usual;
  };
  return { at: Math.max(0, number('at', 0)), seat: Math.max(-1, number('seat', -1)) };
}

const BETWEEN = 450;
const DEALT = 900;

export class Replay {
  all = $state.raw<Moment[]>([]);
  at = $state(0);
  shown = $state.raw<Scene | null>(null);
  note = $state.raw<Record<string, unknown>>({});
  playing = $state(false);
  /** Whether a moment is still being shown, step by step. */
  busy = $state(false);

  #direct: Direct;
  #run = 0;

  constructor(direct: Direct) {
    this.#direct = direct;
  }

  /** Looks at the same match, perhaps from elsewhere; stays at its moment. */
  put(all: Moment[], at = this.at): void {
    this.all = all;
    this.seek(at);
  }

  /** Goes to a moment at once. */
  seek(at: number): void {
    this.#run++;
    this.playing = this.busy = false;
    this.at = Math.max(0, Math.min(this.all.length - 1, at));
    this.shown = this.all[this.at]?.scene ?? null;
    this.note = {};
  }

  /** One moment on, as it was at the table. */
  async forward(): Promise<void> {
    await this.#show(++this.#run);
  }

  async toggle(): Promise<void> {
    if (this.playing) return this.seek(this.at);
    if (this.at >= this.all.length - 1) this.seek(0);
    const run = ++this.#run;
    this.playing = true;
    while (this.playing && run === this.#run && this.at < this.all.length - 1) {
      await this.#show(run);
      await pause(this.all[this.at]?.told.kind === 'dealt' ? DEALT : BETWEEN);
    }
    if (run === this.#run) this.playing = false;
  }

  async #show(run: number): Promise<void> {
    const next = this.all[this.at + 1];
    if (!next) return;
    this.at++;
    this.busy = true;
    const steps = this.#direct(next.before, next.scene, next.told);
    for (const step of steps.slice(0, -1)) {
      await this.#picture(pictured(next.before, next.scene, step), step);
      if (run !== this.#run) return;
    }
    await this.#picture(next.scene, steps.at(-1) ?? { view: {}, hold: 0 });
    if (run !== this.#run) return;
    this.note = {};
    this.busy = false;
  }

  async #picture(scene: Scene, step: Step): Promise<void> {
    const run = this.#run;
    const before = remember();
    this.shown = scene;
    this.note = step.note ?? {};
    if (step.sound) play(step.sound);
    await tick();
    depart(before, step);
    if (step.hold > 0 && run === this.#run) await pause(moving() ? step.hold : step.hold * 0.6);
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));
