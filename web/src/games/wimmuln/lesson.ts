/** What a coach says in a first round of Wimmüln. */
import type { Lesson } from '../../lib/coach';
import type { WimmulnView } from '../../messages';
import { after } from '../asking';

export default {
  first: 3,
  bubbles: [
    { key: 'hello', when: (p) => p.view.phase === 'guess' },
    { key: 'trump', when: (p) => p.view.phase === 'guess' },
    { key: 'guess', when: (p) => p.view.phase === 'guess' },
    { key: 'shown', when: (p) => p.view.phase === 'play' && p.view.guesses.every((one) => one.open !== null) },
    { key: 'follow', when: (p) => after(p, 'play').length > 0 && p.view.trick.length > 0 && p.view.hand.some((card) => card[0] === p.view.trick[0]!.card[0]) },
    { key: 'free', when: (p) => after(p, 'play').length > 0 && p.view.trick.length > 0 && !p.view.hand.some((card) => card[0] === p.view.trick[0]!.card[0]) },
    { key: 'lead', when: (p) => after(p, 'play').length > 0 && p.view.trick.length === 0 },
    { key: 'close', when: (p) => after(p, 'play').length > 0 && p.view.hand.length <= 5 },
    { key: 'end', when: (p) => p.view.phase === 'dealing' },
  ],
} satisfies Lesson<WimmulnView> as Lesson<WimmulnView>;
