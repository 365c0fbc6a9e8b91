/** The hint that one has asked for, while it is good. */
import type { GameClient } from '../games/game';
import type { Send } from './acting.svelte';
import { type Scene, whole } from './scene';
import { settings } from './settings.svelte';
import { announce } from './speech.svelte';

export class Hint {
  #given = $state.raw<{ do: string; message: string; n: number } | null>(null);

  constructor(
    readonly client: () => GameClient | null,
    readonly send: Send,
  ) {}

  /** Asks for one; `n` is the event that has been seen last. */
  async ask(n: number): Promise<void> {
    const answer = await this.send({ kind: 'hint', level: settings.hintLevel });
    if (answer.kind !== 'hinted') return;
    this.#given = { do: answer.do ?? '', message: answer.message, n };
    announce(answer.message);
  }

  /** The action that it recommends, while it is good: for one question, or in a market while it is possible. */
  good(scene: Scene): string | null {
    const given = this.#given;
    if (!given) return null;
    const { choices = [], asked = 0 } = scene.mine;
    const good =
      this.client()?.stillGood?.(whole(scene), given.do, choices) ?? (choices.length > 0 && asked <= given.n);
    return good ? given.do : null;
  }

  /** The reason, in words. */
  get why(): string {
    return this.#given?.message ?? '';
  }
}
