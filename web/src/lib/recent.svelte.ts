/** A live table's recent past: its moments since one came, and the last trick. */
import { type WonTrick, wonTrick } from '../games/tricks';
import type { PublicEvent } from '../messages';
import type { TableLink } from './connection.svelte';
import type { Moment } from './replay.svelte';
import type { Scene } from './scene';
import { KEPT, worthTelling } from './story';

export class Recent {
  /** The last trick, until the next deal. */
  trick = $state.raw<WonTrick | null>(null);
  /** The moments that have been shown. */
  readonly moments = $derived.by(() => this.#heard.filter((one) => one.scene.n <= (this.link().shown?.n ?? 0)));

  #heard = $state.raw<Moment[]>([]);

  constructor(readonly link: () => TableLink) {}

  hear(told: PublicEvent, scene: Scene, before: Scene): void {
    const won = wonTrick(told);
    if (won?.cards) this.trick = won;
    if (told.kind === 'dealt' || told.kind === 'again') this.trick = null;
    if (told.kind === 'again') this.#heard = [];
    if (worthTelling(told) && scene.view) this.#heard = [...this.#heard, { before, scene, told }].slice(-KEPT);
  }
}
