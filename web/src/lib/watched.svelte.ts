/** Answers of the server, asked for again and again while a page shows them. */
import { RefusedError } from './rest';
import { toast } from './speech.svelte';

const AGAIN = 10_000; // milliseconds: others play on

export class Watched<Found> {
  seen = $state.raw<Found | null>(null);
  missing = $state(false);

  /** For a component that is being made; `ask` is run at once again when what it reads has changed. */
  constructor(ask: () => Promise<Found>) {
    $effect(() => {
      let left = false;
      const look = async () => {
        try {
          const found = await ask();
          if (!left) this.seen = found;
        } catch (problem) {
          if (left) return;
          if (problem instanceof RefusedError && problem.code === 'no_such_set') this.missing = true;
          else toast((problem as Error).message, true);
        }
      };
      void look();
      const looking = setInterval(look, AGAIN);
      return () => {
        left = true;
        clearInterval(looking);
      };
    });
  }
}
