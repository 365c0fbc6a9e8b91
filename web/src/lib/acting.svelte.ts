/** Acting at a table: the cards picked, the action on its way, and the last one. */
import type { GameClient, Position } from '../games/game';
import type { Answer, Hinted, Refused } from '../messages';
import type { Command, TableLink } from './connection.svelte';

export type Send = (command: Command) => Promise<Answer | Hinted | Refused>;

export class Acting {
  picks = $state.raw<string[]>([]);
  /** The card of the hand that is pointed at. */
  aimed = $state<string | null>(null);
  sending = $state(false);
  /** One's last action, and its place: for the coach. */
  did = $state.raw<{ what: string; p: Position } | null>(null);
  /** Whether one waits for one's own action to be answered and shown; in a market nobody does. */
  readonly held = $derived.by(
    () => !this.client()?.market && (this.sending || (this.link.shown?.n ?? 0) < this.#acted),
  );

  #acted = $state(-1); // the event that one's last action has caused

  constructor(
    readonly link: TableLink,
    readonly client: () => GameClient | null,
    readonly position: () => Position | null,
    readonly send: Send,
  ) {}

  /** Does something, by its text. */
  act = async (what: string): Promise<void> => {
    const scene = this.link.shown;
    if (!this.link.live || !scene || this.held) return;
    const from = this.position();
    this.sending = true;
    const answer = await this.send({ kind: 'do', do: what, saw: scene.n });
    if (answer.kind === 'answer') {
      this.#acted = this.link.truth?.n ?? scene.n;
      if (from) this.did = { what, p: from };
    }
    this.picks = [];
    this.sending = false;
  };

  /** Taps a card into the picks or out of them, and acts once they are enough. */
  pick = (card: string): void => {
    const [client, p, picks] = [this.client(), this.position()!, this.picks];
    this.picks =
      client?.pick?.(p, card) ?? (picks.includes(card) ? picks.filter((one) => one !== card) : [...picks, card]);
    const done = client?.picked?.({ ...this.position()!, picks: this.picks });
    if (done) void this.act(done);
  };
}
