/** The offer in the making and the deals struck: what the stalls, the centre and one's own board share. */
import { type Drafted, EMPTY, size, type Stack } from './offers';

export interface Deal {
  id: number;
  kind: 'traded' | 'centre';
  from: number;
  to: number;
  given: Stack;
  wanted: Stack;
}

export const market = $state<{ draft: Drafted; deals: Deal[] }>({ draft: EMPTY, deals: [] });
const REMEMBERED = 12;
let count = 0;

export function empty(draft: Drafted): boolean {
  return !size(draft.give) && !size(draft.want) && draft.to === null;
}

export function clear(): void {
  market.draft = EMPTY;
}

/** A tap does not move the focus, so that Enter posts and the space bar stops. */
export function keepFocus(event: MouseEvent): void {
  if (!(event.target as Element).closest('select')) event.preventDefault();
}

/** Notes a deal for the tape, the newest first. */
export function note(deal: Omit<Deal, 'id'>): void {
  market.deals = [{ ...deal, id: ++count }, ...market.deals.slice(0, REMEMBERED - 1)];
}

/** A new round, a new market. */
export function reopen(): void {
  clear();
  market.deals = [];
}
