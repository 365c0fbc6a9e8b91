/** What a coach says in a first round of Wheedle. */
import type { Lesson } from '../../lib/coach';
import type { WheedleView } from '../../messages';

export default {
  first: 0,
  bubbles: [
    { key: 'hello', when: (p) => p.view.phase === 'sort' },
    { key: 'turn', when: (p) => p.view.phase === 'sort' },
    { key: 'stop', when: (p) => p.view.phase === 'trade' && p.view.stop_is_right },
    { key: 'offer', when: (p) => p.view.phase === 'trade' },
    { key: 'take', when: (p) => p.choices.some((one) => one.startsWith('take ')) },
    { key: 'centre', when: (p) => p.view.phase === 'trade' && p.view.centre !== null },
    { key: 'singles', when: (p) => p.view.phase === 'trade' && Object.values(p.view.hand).some((count) => count === 1) },
    { key: 'end', when: (p) => p.view.phase === 'dealing' },
  ],
} satisfies Lesson<WheedleView> as Lesson<WheedleView>;
