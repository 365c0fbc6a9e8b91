/** The coach's words for a first round of Willi. */
import { type Lesson, roundIsOver } from '../../lib/coach';
import type { WilliView } from '../../messages';
import { after } from '../asking';

const played = (did: string): number => (did.startsWith('play ') ? Number(did.slice(6)) : 0);
const aside = (did: string): number => (did.startsWith('discard ') ? Number(did.slice(9)) : 0);

export default {
  first: 3,
  bubbles: [
    { key: 'hello', when: (p) => p.view.phase === 'discard', at: ['.plate.me', '.mine .plate'] },
    { key: 'discard', when: (p) => after(p, 'discard').length > 0, at: ['.held[data-card="r5"]', '.hand'] },
    {
      key: 'follow',
      when: (p) =>
        after(p, 'play').length > 0 && p.view.trick.length > 0 && after(p, 'play').length < p.view.hand.length,
      at: ['.hand'],
    },
    {
      key: 'free',
      when: (p) =>
        after(p, 'play').length > 0 &&
        p.view.trick.length > 0 &&
        !p.view.hand.some((card) => card[0] === p.view.trick[0]!.card[0]),
      at: ['.hand'],
    },
    { key: 'lead', when: (p) => after(p, 'play').length > 0 && p.view.trick.length === 0, at: ['.hand'] },
    { key: 'call', when: (p) => p.choices.includes('willi'), at: ['.trick .laid, .prompt .big', '.prompt'] },
    { key: 'swap', when: (p) => p.choices.includes('keep'), at: ['.trick .laid'] },
    {
      key: 'full',
      when: (p) => p.view.tricks[p.seat ?? 0] === 2 && after(p, 'play').length > 0,
      at: ['.plate.me', '.mine .plate'],
    },
    { key: 'end', when: roundIsOver, at: ['.over tfoot', '.over'] },
  ],
  reactions: [
    { key: 'aside_middle', to: (did) => aside(did) > 3 && aside(did) < 7 },
    { key: 'aside_high', to: (did) => aside(did) >= 7 },
    { key: 'aside_low', to: (did) => did.startsWith('discard ') && aside(did) <= 3 },
    { key: 'called', to: (did) => did === 'willi' },
    { key: 'passed', to: (did) => did === 'pass' },
    { key: 'swapped', to: (did) => did.startsWith('swap ') },
    { key: 'kept', to: (did) => did === 'keep' },
    { key: 'low', to: (did, p) => did.startsWith('play ') && played(did) <= 3 && p.view.tricks[p.seat ?? 0]! < 2 },
    { key: 'high', to: (did) => played(did) >= 7 },
  ],
} satisfies Lesson<WilliView> as Lesson<WilliView>;
