/** The coach's words for a first round of Wheedle. */
import { type Lesson, roundIsOver } from '../../lib/coach';
import type { WheedleView } from '../../messages';
import { letters } from './companies';

/** The stacks of companies of which one holds a single share. */
function singles(hand: Record<string, number>): string {
  const at = letters().flatMap((letter, i) => (hand[letter] === 1 ? [`.tile:nth-child(${i + 1}) .stack`] : []));
  return at.join(', ');
}

export default {
  first: 0,
  bubbles: [
    { key: 'hello', when: (p) => p.view.phase === 'sort', at: ['.stack.some', '.own'] },
    { key: 'turn', when: (p) => p.choices.includes('turn'), at: ['.centre .card'] },
    { key: 'stop', when: (p) => p.view.phase === 'trade' && p.view.stop_is_right, at: ['.stop'] },
    { key: 'offer', when: (p) => p.view.phase === 'trade', at: ['.own .bar'] },
    {
      key: 'take',
      when: (p) => p.choices.some((one) => one.startsWith('take ')),
      at: ['.stall.lit .offer', '.stall.lit'],
    },
    { key: 'centre', when: (p) => p.view.phase === 'trade' && p.view.centre !== null, at: ['.centre .card'] },
    {
      key: 'singles',
      when: (p) => p.view.phase === 'trade' && singles(p.view.hand) !== '',
      at: (p) => [singles(p.view.hand), '.own'],
    },
    { key: 'end', when: roundIsOver, at: ['.over tfoot', '.over'] },
  ],
  reactions: [
    { key: 'turned', to: (did) => did === 'turn' },
    { key: 'gift', to: (did) => did.startsWith('offer ') && did.includes(' for nothing') },
    { key: 'offered', to: (did) => did.startsWith('offer ') },
    { key: 'taken', to: (did) => did.startsWith('take ') },
    { key: 'centred', to: (did) => did.startsWith('centre ') },
  ],
} satisfies Lesson<WheedleView> as Lesson<WheedleView>;
