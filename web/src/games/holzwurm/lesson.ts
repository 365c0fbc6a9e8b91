/** What a coach says in a first round of Holzwurm. */
import type { Lesson } from '../../lib/coach';
import type { HolzwurmView } from '../../messages';

export default {
  first: 0,
  bubbles: [
    { key: 'hello', when: (p) => p.view.phase === 'play' && p.view.rows.length === 0 },
    { key: 'fate', when: (p) => p.view.phase === 'play' && p.view.rows.length === 0 },
    { key: 'one', when: (p) => p.choices.length > 0 && p.view.rows.length === 0 },
    { key: 'rows', when: (p) => p.choices.length > 0 && p.view.rows.length > 0 },
    { key: 'grey', when: (p) => p.choices.length > 0 && p.view.rows.length > 1 && p.view.hand.some((card) => card.startsWith('x')) },
    { key: 'taken', when: (p) => p.view.fate.length < 6 },
    { key: 'catch', when: (p) => p.choices.length > 0 && p.view.rows.some((row) => row.plus.length > row.minus.length && row.count > 2) },
    { key: 'close', when: (p) => p.choices.length > 0 && p.view.held.some((held, place) => place !== p.seat && held <= 4) },
    { key: 'end', when: (p) => p.view.phase === 'dealing' },
  ],
} satisfies Lesson<HolzwurmView> as Lesson<HolzwurmView>;
