/** What a coach says in a first round of Willi. */
import type { Lesson } from '../../lib/coach';
import type { WilliView } from '../../messages';
import { after } from '../asking';

export default {
  first: 3,
  bubbles: [
    { key: 'hello', when: (p) => p.view.phase === 'discard' },
    { key: 'discard', when: (p) => p.view.phase === 'discard' },
    { key: 'follow', when: (p) => after(p, 'play').length > 0 && p.view.trick.length > 0 && after(p, 'play').length < p.view.hand.length },
    { key: 'free', when: (p) => after(p, 'play').length > 0 && p.view.trick.length > 0 && !p.view.hand.some((card) => card[0] === p.view.trick[0]!.card[0]) },
    { key: 'lead', when: (p) => after(p, 'play').length > 0 && p.view.trick.length === 0 },
    { key: 'call', when: (p) => p.choices.includes('willi') },
    { key: 'swap', when: (p) => p.choices.includes('keep') },
    { key: 'full', when: (p) => p.view.tricks[p.seat ?? 0] === 2 && after(p, 'play').length > 0 },
    { key: 'end', when: (p) => p.view.phase === 'dealing' },
  ],
} satisfies Lesson<WilliView> as Lesson<WilliView>;
