/** The coach's words for a first round of Holzwurm. */
import { type Lesson, roundIsOver } from '../../lib/coach';
import type { HolzwurmRow, HolzwurmView } from '../../messages';
import { counts, type P } from './rows';

const rich = (row: HolzwurmRow): boolean => row.plus.length > row.minus.length && row.count > 2;
const nearlyOver = (p: P): boolean => p.view.fate.length <= 2 || p.view.held.some((held) => held <= 4);

/** An action's card and row, and whether it takes that row. */
function laid(did: string, view: HolzwurmView): { card: string; opens: boolean; takes: boolean } {
  const [, card, where] = did.split(' ') as [string, string, string];
  const row = view.rows.find((one) => `@${one.slot}` === where);
  return { card, opens: where === 'new', takes: !!row && Number(card.slice(1)) <= row.count };
}

export default {
  first: 0,
  bubbles: [
    { key: 'hello', when: (p) => p.view.phase === 'play' && p.view.rows.length === 0, at: ['.hand'] },
    { key: 'fate', when: (p) => p.view.phase === 'play' && p.view.rows.length === 0, at: ['.fate'] },
    {
      key: 'one',
      when: (p) => p.choices.length > 0 && p.view.rows.length === 0,
      at: ['.held[data-card="v1"]', '.hand'],
    },
    {
      key: 'rows',
      when: (p) => p.choices.length > 0 && p.view.rows.length > 0,
      at: ['.rows .row:not(.empty) .knot', '.rows'],
    },
    {
      key: 'grey',
      when: (p) => p.choices.length > 0 && p.view.rows.length > 1 && p.view.hand.some((card) => card.startsWith('x')),
      at: ['.held[data-card^="x"]', '.hand'],
    },
    { key: 'taken', when: (p) => p.view.fate.length < 6, at: ['.fate'] },
    {
      key: 'catch',
      when: (p) => p.choices.length > 0 && p.view.rows.some(rich),
      at: (p) => [`.rows .row:nth-child(${(p.view.rows.find(rich)?.slot ?? 0) + 1})`, '.rows'],
    },
    { key: 'close', when: (p) => p.choices.length > 0 && nearlyOver(p), at: ['.fate'] },
    { key: 'end', when: roundIsOver, at: ['.over tfoot', '.over'] },
  ],
  reactions: [
    { key: 'took', to: (did, { view }) => laid(did, view).takes },
    { key: 'placed_one', to: (did, { view }) => laid(did, view).opens && laid(did, view).card.slice(1) === '1' },
    { key: 'opened', to: (did, { view }) => laid(did, view).opens && view.hand.includes('v1') },
    { key: 'rid', to: (did, { view }) => counts(laid(did, view).card) < 0 },
    { key: 'plus', to: (did, { view }) => counts(laid(did, view).card) > 0 },
  ],
} satisfies Lesson<HolzwurmView> as Lesson<HolzwurmView>;
