/** The clocks of a table, second by second between two messages about them. */
import type { TableLink } from './connection.svelte';

const TICK = 500;

export class Clock {
  #now = $state(performance.now());
  #ticking = setInterval(() => (this.#now = performance.now()), TICK);

  constructor(readonly link: TableLink) {}

  stop(): void {
    clearInterval(this.#ticking);
  }

  /** The seconds that a place has left; null: as many as it likes. */
  seconds(place: number): number | null {
    const left = this.link.time?.time.seats[String(place)];
    return left === undefined ? null : this.#since(left);
  }

  /** The seconds left until something concerns a seat: the end of a market, of its own time, or the next deal. */
  left(seat: number | null): number | null {
    if (!this.link.time || this.link.status !== 'open') return null;
    const { market, seats, deal } = this.link.time.time;
    const left = market ?? seats[String(seat)] ?? deal;
    return left === null ? null : this.#since(left);
  }

  #since(left: number): number | null {
    return this.link.time && Math.max(0, left - (this.#now - this.link.time.at) / 1000);
  }
}
