/** The chat of a table: how much of it is unread, and whose words are not shown. */
import type { PublicEvent } from '../messages';
import type { Send } from './acting.svelte';
import { continued, type TableLink } from './connection.svelte';
import { saidAt } from './rest';
import { session } from './session.svelte';
import { toast } from './speech.svelte';

/** Whether words count as unread: people's do, bots' do not. */
export const byOthers = (one: PublicEvent): boolean => !!one.person && one.person !== session.me?.id;

export class Talk {
  muted = $state.raw<string[]>([]);
  readonly unread = $derived.by(() => Math.max(0, this.link.said.filter(byOthers).length - this.#read));

  #read = $state(0);

  constructor(
    readonly link: TableLink,
    readonly send: Send,
  ) {}

  /** Fetches what was said before one came. */
  fetch(): void {
    const heard = this.link.said.length;
    saidAt(this.link.id).then(
      (said) => (this.link.said = continued(said, this.link.said.slice(heard))),
      (problem: Error) => toast(problem.message, true),
    );
  }

  /** Notes that all has been read. */
  read(): void {
    this.#read = this.link.said.filter(byOthers).length;
  }

  /** Shows no more words of somebody; of nobody: everybody's again. */
  mute(person: string): void {
    this.muted = person ? [...this.muted, person] : [];
    void this.send({ kind: 'mute', people: this.muted });
  }
}
