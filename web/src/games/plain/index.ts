/** A game that nobody has drawn yet. A card that means one thing is tapped; all else that one may do is a button. */
import { DEAL } from '../../lib/travel';
import { say } from '../../lib/words.svelte';
import { waiting } from '../asking';
import type { AnyView, Ask, GameClient, Position, Tap } from '../game';
import Table from './Table.svelte';

export interface PlainView extends AnyView {
  hand?: string[];
  held?: number[];
}
type P = Position<PlainView>;

/** Actions with a card. */
const withCard = (p: P, card: string) => p.choices.filter((one) => one.split(' ').includes(card));

const asked = (p: P) => say(p.game, 'phase', p.view.phase);

function tap(p: P, card: string): Tap {
  const [first, ...others] = withCard(p, card);
  if (first === undefined) return { why: p.choices.length ? asked(p) : waiting(p).text };
  return others.length ? { why: asked(p) } : { do: first };
}

function ask(p: P): Ask {
  if (!p.choices.length) return waiting(p);
  const tapped = (p.view.hand ?? []).map((card) => withCard(p, card)).filter((found) => found.length === 1);
  const buttons = p.choices.filter((one) => !tapped.flat().includes(one)).map((one) => ({ label: one, do: one }));
  return { text: asked(p), buttons };
}

export default {
  Table,
  place: (p, place) => ({ cards: p.view.held?.[place] ?? 0, score: p.view.scores[place] ?? 0 }),
  hand: (p) => p.view.hand ?? [],
  tap,
  ask,
  steps: (_, now, told) => {
    const dealt = told.kind === 'dealt';
    return [{ view: { ...now }, hold: dealt ? DEAL : 0, deal: dealt, sound: dealt ? 'deal' : 'lay' }];
  },
} satisfies GameClient<PlainView> as GameClient<PlainView>;
