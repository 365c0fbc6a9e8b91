/** Shows how one scene became another, picture by picture: events as they come, or moments of a match that is over. */
import { tick } from 'svelte';
import type { PublicEvent } from '../messages';
import { type Direct, pictured, sameQuestion, type Scene, type Step } from './scene';
import { settings } from './settings.svelte';
import { play } from './sounds';
import { depart, land, remember } from './travel';

/** Factors for the time that pictures stay, by the pace of the table. */
const HOLDS = { quick: 0.6, usual: 1, calm: 1.6 };

export class Player {
  shown = $state.raw<Scene | null>(null);
  note = $state.raw<Record<string, unknown>>({});
  /** Whether pictures are shown in which one cannot act. */
  busy = $state(false);

  #run = 0;
  #skip: (() => void) | null = null;

  constructor(
    readonly direct: Direct,
    readonly say: (text: string) => void = () => {},
  ) {}

  /** A scene at once, whatever was being shown. */
  cut(scene: Scene | null): void {
    this.#run++;
    this.#skip?.();
    this.shown = scene;
    this.note = {};
    this.busy = false;
  }

  /** On to the next picture, without waiting. */
  skip(): void {
    land();
    this.#skip?.();
  }

  /** Shows an event, or only what came of it. Whether that came to its end: something else may be shown instead. */
  protected async show(before: Scene, after: Scene, told: PublicEvent, hurried = false): Promise<boolean> {
    const run = ++this.#run;
    this.#skip?.();
    const steps = hurried ? [] : this.direct(before, after, told);
    const steady = sameQuestion(before, after);
    for (const step of steps.slice(0, -1)) {
      if (step.hold > 0 && !steady) this.busy = true;
      await this.#picture(pictured(before, after, step), step);
      if (run !== this.#run) return false;
    }
    this.busy = false; // the last picture is the scene itself: one may act while cards are still on their way
    await this.#picture(after, steps.at(-1) ?? { view: after.view ?? {}, hold: 0 });
    if (run !== this.#run) return false;
    this.note = {};
    return true;
  }

  async #picture(scene: Scene, step: Step): Promise<void> {
    const run = this.#run;
    const before = remember();
    this.shown = scene;
    this.note = step.note ?? {};
    if (step.sound) play(step.sound);
    if (step.say) this.say(step.say);
    await tick();
    if (run !== this.#run) return;
    depart(before, step);
    const hold = step.hold * HOLDS[scene.table.setup.pace] * (settings.animation ? 1 : 0.6);
    if (hold > 0) await this.#wait(hold);
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((done) => {
      const finish = () => {
        clearTimeout(timer);
        this.#skip = null;
        done();
      };
      const timer = setTimeout(finish, milliseconds);
      this.#skip = finish;
    });
  }
}
