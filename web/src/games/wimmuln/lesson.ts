/** The coach's words for a first round of Wimmüln. */
import { type Lesson, roundIsOver } from '../../lib/coach';
import type { WimmulnView } from '../../messages';
import { after } from '../asking';

/** How far apart two guesses are; nothing if it was no guess. */
function apart(did: string): number | null {
  const [word, open, hidden] = did.split(' ');
  return word === 'guess' ? Math.abs(Number(open!.slice(1)) - Number(hidden!.slice(1))) : null;
}

/** The card played: its colour and number, and the colour that was led. */
function card(did: string, view: WimmulnView): { colour: string; number: number; led: string } | null {
  const [word, played] = did.split(' ');
  return word === 'play'
    ? { colour: played![0]!, number: Number(played!.slice(1)), led: view.trick[0]?.card[0] ?? played![0]! }
    : null;
}

export default {
  first: 3,
  bubbles: [
    { key: 'hello', when: (p) => p.view.phase === 'guess', at: ['.hand'] },
    { key: 'trump', when: (p) => p.view.phase === 'guess', at: ['.wimmuln .trump'] },
    { key: 'guess', when: (p) => after(p, 'guess').length > 0, at: ['.hand'] },
    {
      key: 'shown',
      when: (p) => p.view.phase === 'play' && p.view.guesses.every((one) => one.open !== null),
      at: ['.place'],
    },
    {
      key: 'follow',
      when: (p) =>
        after(p, 'play').length > 0 &&
        p.view.trick.length > 0 &&
        p.view.hand.some((one) => one[0] === p.view.trick[0]!.card[0]),
      at: ['.hand'],
    },
    {
      key: 'free',
      when: (p) =>
        after(p, 'play').length > 0 &&
        p.view.trick.length > 0 &&
        !p.view.hand.some((one) => one[0] === p.view.trick[0]!.card[0]),
      at: ['.hand'],
    },
    { key: 'lead', when: (p) => after(p, 'play').length > 0 && p.view.trick.length === 0, at: ['.hand'] },
    {
      key: 'close',
      when: (p) => after(p, 'play').length > 0 && p.view.hand.length <= 5,
      at: ['.plate.me', '.mine .plate'],
    },
    { key: 'end', when: roundIsOver, at: ['.over tfoot', '.over'] },
  ],
  reactions: [
    { key: 'same', to: (did) => apart(did) === 0 },
    { key: 'near', to: (did) => apart(did) === 1 },
    { key: 'far', to: (did) => (apart(did) ?? 0) > 1 },
    {
      key: 'trumped',
      to: (did, { view }) => {
        const one = card(did, view);
        return !!one && one.colour === view.trump && one.led !== view.trump;
      },
    },
    {
      key: 'thrown',
      to: (did, { view }) => {
        const one = card(did, view);
        return !!one && one.colour !== one.led && one.colour !== view.trump;
      },
    },
    { key: 'strong', to: (did, { view }) => (card(did, view)?.number ?? 0) >= 8 },
    { key: 'weak', to: (did, { view }) => (card(did, view)?.number ?? 9) <= 2 },
  ],
} satisfies Lesson<WimmulnView> as Lesson<WimmulnView>;
