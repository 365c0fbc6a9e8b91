/** Willi at its table. */
import type { Step } from '../../lib/scene';
import { DEAL } from '../../lib/travel';
import { cardName, say, t } from '../../lib/words.svelte';
import type { PublicEvent, WilliView } from '../../messages';
import { after, sorted, waiting } from '../asking';
import type { Ask, Button, GameClient, Position, Tap } from '../game';
import { trickSteps } from '../tricks';
import Back from './Back.svelte';
import Scene from './Scene.svelte';
import Table from './Table.svelte';

type P = Position<WilliView>;
const PLACES = 4;
const WILLI = 3;
const EACH = 2;

function tap(p: P, card: string): Tap {
  if (p.view.phase === 'discard' && (p.mine.changeable ?? false) && p.live) return { do: `discard ${card}` };
  for (const word of ['discard', 'play']) if (p.choices.includes(`${word} ${card}`)) return { do: `${word} ${card}` };
  if (after(p, 'swap').some((pair) => pair.startsWith(`${card} `))) return { pick: true };
  const led = p.view.trick[0]?.card;
  if (after(p, 'play').length && led)
    return { why: say('willi', 'refusal', 'follow', { colour: led[0]!, number: led.slice(1) }) };
  if (after(p, 'swap').length) return { why: t('willi.one_colour') };
  if (p.choices.includes('willi')) return { why: t('willi.answer_first'), bright: true };
  return { why: waiting(p).text };
}

/** One card of the hand and one of the trick make a swap. */
function pick(p: P, card: string): string[] {
  const own = (one: string) => p.view.hand.includes(one);
  return p.picks.includes(card)
    ? p.picks.filter((one) => one !== card)
    : [...p.picks.filter((one) => own(one) !== own(card)), card];
}

function picked(p: P): string | null {
  return (
    p.choices.find(
      (one) =>
        p.picks.length === 2 && one.startsWith('swap ') && p.picks.every((card) => one.split(' ').includes(card)),
    ) ?? null
  );
}

function ask(p: P): Ask {
  const { phase, trick, hand } = p.view;
  if (phase === 'discard' && p.seat !== null) {
    if (p.choices.length) return { text: t('willi.discard'), why: t('willi.discard.why') };
    const card = p.view.discarded;
    if (card) return { text: t('willi.discarded', { card: cardName('willi', card) }), why: waiting(p).text };
  }
  const led = trick[0];
  const plays = after(p, 'play');
  if (plays.length && !led) return { text: t('willi.lead') };
  if (plays.length && led) {
    const facts = {
      colour: say('willi', 'colour', led.card[0]!),
      number: led.card.slice(1),
      name: p.name(led.place),
      card: cardName('willi', led.card),
    };
    const free = plays.length === hand.length && !hand.some((card) => card[0] === led.card[0]);
    return { text: t(free ? 'willi.any' : 'willi.follow', facts), why: t('willi.led', facts) };
  }
  if (p.choices.includes('willi')) {
    return { text: t('willi.call'), why: sumSoFar(p) || t('willi.call.why'), buttons: calls(), otherwise: 'pass' };
  }
  if (p.choices.includes('keep')) {
    const picked = p.picks[0];
    const text = picked
      ? t(hand.includes(picked) ? 'willi.swap.take' : 'willi.swap.give', { card: cardName('willi', picked) })
      : t('willi.swap');
    return { text, buttons: [{ label: t('willi.keep'), do: 'keep', key: 'k', look: 'main' }] };
  }
  return { ...waiting(p), buttons: inAdvance(p) };
}

function calls(): Button[] {
  return [
    { label: t('willi.cry'), do: 'willi', key: 'w', look: 'big' },
    { label: t('willi.pass'), do: 'pass', key: 'p' },
    {
      label: t('willi.pass.trick'),
      command: { kind: 'standing', do: 'pass', until: 'trick' },
      key: 't',
      look: 'quiet',
    },
    {
      label: t('willi.pass.round'),
      command: { kind: 'standing', do: 'pass', until: 'round' },
      key: 'r',
      look: 'quiet',
    },
  ];
}

/** One's own sum so far, and the rank that it has among all. */
function sumSoFar(p: P): string {
  const { total, rank, tied } = p.view.sum_so_far ?? { total: 0, rank: 0, tied: false };
  return total ? t(tied ? 'willi.sum.tied' : 'willi.sum', { total, rank: t(`willi.rank.${rank}`) }) : '';
}

/** A discard said in advance can be taken back. */
function inAdvance(p: P): Button[] {
  const standing = p.mine.standing;
  if (!standing) return [];
  return [
    {
      label: t(`willi.standing.${standing.until}`),
      command: { kind: 'standing', do: '' },
      look: 'quiet',
      pressed: true,
    },
  ];
}

function tell(kind: string, facts: Record<string, unknown>, name: (place: number) => string): string {
  const told: Record<string, string | number> = {
    name: typeof facts['place'] === 'number' ? name(facts['place']) : '',
  };
  for (const key of ['card', 'card_given', 'card_taken'])
    if (facts[key]) told[key] = cardName('willi', String(facts[key]));
  return ['laid', 'won', 'called', 'swapped', 'kept'].includes(kind) ? t(`willi.told.${kind}`, told) : '';
}

function steps(before: WilliView, now: WilliView, told: PublicEvent, p: P): Step[] {
  if (told.kind === 'dealt') return [{ view: { ...now }, hold: DEAL, deal: true, sound: 'deal' }];
  const words = (kind: string, facts: Record<string, unknown>) => tell(kind, facts, p.name);
  const swapped = told.happened?.find((one) => one.kind === 'swapped');
  const called = told.happened?.find((one) => one.kind === 'called');
  if (called) {
    const caller = called.facts['place'] as number;
    return [
      { view: { ...before }, hold: 1000, note: { caller }, sound: 'call', say: words('called', called.facts) },
      { view: { ...now }, hold: 0 },
    ];
  }
  if (swapped) {
    const {
      place,
      card_given: given,
      card_taken: taken,
    } = swapped.facts as { place: number; card_given: string; card_taken: string };
    const trick = before.trick.map((one) => (one.card === taken ? { ...one, card: given } : one));
    const hand = place === before.seat ? [...before.hand.filter((card) => card !== given), taken] : before.hand;
    const own = place === before.seat;
    const to = Object.fromEntries(trick.map((one) => [one.card, place]));
    return [
      {
        view: { ...before, trick, hand },
        hold: 1300,
        from: own ? {} : { [given]: place },
        to: own ? {} : { [taken]: place },
        sound: 'trade',
        say: words('swapped', swapped.facts),
      },
      { view: { ...now }, hold: 150, to },
    ];
  }
  if (told.do?.startsWith('discard '))
    return [{ view: { ...now }, hold: 0, to: { [told.do.slice(8)]: 'centre' }, sound: 'lay' }];
  return trickSteps(before, now, told, words);
}

export default {
  Table,
  Scene,
  Back,
  places: () => PLACES,
  place: (p, place) => ({
    cards: p.view.held[place] ?? 0,
    won: p.view.tricks[place] ?? 0,
    of: EACH,
    score: p.view.scores[place] ?? 0,
    ...(p.view.seats === WILLI && place === WILLI ? { name: 'Willi' } : {}),
    ...(place === p.seat && sumSoFar(p) ? { note: sumSoFar(p) } : {}),
    ...(p.view.phase === 'discard' && p.view.chosen.includes(place) ? { note: t('willi.has_discarded') } : {}),
  }),
  hand: (p) => sorted(p.view.hand, 'rygb'),
  tap,
  pick,
  picked,
  ask,
  bar: (p) => t('bar.trick', { trick: Math.min(8, p.view.tricks.reduce((sum, one) => sum + one, 0) + 1) }),
  steps,
} satisfies GameClient<WilliView> as GameClient<WilliView>;
