/** Wimmüln at its table. */
import type { Step } from '../../lib/scene';
import { DEAL } from '../../lib/travel';
import { cardName, counted, say, t } from '../../lib/words.svelte';
import type { PublicEvent, WimmulnView } from '../../messages';
import { after, waiting } from '../asking';
import type { Ask, GameClient, Tap } from '../game';
import { trickSteps } from '../tricks';
import Back from './Back.svelte';
import Detail from './Detail.svelte';
import Face from './Face.svelte';
import { changed, hand, key, own, type P, pick, picked, tricksOfRound } from './guess';
import Scene from './Scene.svelte';
import Table from './Table.svelte';

const TURNED = 1500;
const UNCOVERED = 4200;
const named = (card: string) => cardName('wimmuln', card);

function tap(p: P, card: string): Tap {
  if (p.choices.includes(`play ${card}`)) return { do: `play ${card}` };
  if (after(p, 'guess').length) return { pick: true };
  const again = changed(p, card);
  if (again) return { do: again };
  const led = p.view.trick[0]?.card;
  if (after(p, 'play').length && led) return { why: say('wimmuln', 'refusal', 'follow', { colour: led[0]! }) };
  return { why: after(p, 'lead').length ? t('wimmuln.lead_first') : waiting(p).text };
}

function ask(p: P): Ask {
  const leads = after(p, 'lead');
  if (leads.length) {
    const buttons = leads.map((card, i) => ({ label: named(card), do: `lead ${card}`, key: 'ab'[i]! }));
    return { text: t('wimmuln.lead'), why: t('wimmuln.lead.why'), buttons };
  }
  if (p.view.phase === 'guess' && p.seat !== null) return askGuess(p);
  const led = p.view.trick[0];
  const plays = after(p, 'play');
  if (plays.length && !led) return { text: t('wimmuln.begin') };
  if (plays.length && led) {
    const colour = say('wimmuln', 'colour', led.card[0]!);
    const follows = plays.every((card) => card[0] === led.card[0]);
    return {
      text: t(follows ? 'wimmuln.follow' : 'wimmuln.any', { colour }),
      why: t('wimmuln.led', { name: p.name(led.place), card: named(led.card) }),
    };
  }
  return waiting(p);
}

function askGuess(p: P): Ask {
  const { open, hidden } = own(p);
  const cards = { open: open ? named(open) : '', hidden: hidden ? named(hidden) : '' };
  if (p.choices.length) {
    const what = picked(p);
    if (what)
      return {
        text: t('wimmuln.picked', cards),
        why: t('wimmuln.swap'),
        buttons: [{ label: t('wimmuln.lay'), do: what, key: 'g', look: 'main' }],
      };
    if (open) return { text: t('wimmuln.pick.hidden'), why: t('wimmuln.pick.hidden.why') };
    return { text: t('wimmuln.pick.open'), why: t('wimmuln.pick.open.why', { tricks: tricksOfRound(p.view) }) };
  }
  return open && hidden ? { text: t('wimmuln.laid', cards), why: waiting(p).text } : waiting(p);
}

/** Happenings in words. */
function tell(kind: string, facts: Record<string, unknown>, name: (place: number) => string): string {
  const place = facts['place'];
  const told: Record<string, string | number> = { name: typeof place === 'number' ? name(place) : '' };
  for (const fact of ['card', 'card_kept']) if (facts[fact]) told[fact] = named(String(facts[fact]));
  if (kind === 'guessed' || kind === 'uncovered')
    told['guesses'] = (facts['cards'] as string[]).map((card, i) => `${name(i)} ${card.slice(1)}`).join(', ');
  if (kind === 'won') return counted('wimmuln.told.won', Number(facts['triangles']), told);
  return ['laid', 'led', 'guessed', 'uncovered'].includes(kind) ? t(`wimmuln.told.${kind}`, told) : '';
}

function steps(before: WimmulnView, now: WimmulnView, told: PublicEvent, p: P): Step[] {
  const words = (kind: string, facts: Record<string, unknown>) => tell(kind, facts, p.name);
  const found = (kind: string) => told.happened?.find((one) => one.kind === kind);
  if (told.kind === 'dealt')
    return [{ view: { ...now }, hold: DEAL, deal: true, sound: 'deal', say: turnedUp(now, p) }];
  const led = found('led');
  if (led) {
    const card = String(led.facts['card']);
    const from = { [key(now.dealer, card)]: `turned.${before.turned.indexOf(card)}` };
    return [{ view: { ...now }, hold: 900, from, sound: 'lay', say: words('led', led.facts) }];
  }
  const guessed = found('guessed');
  const everybody = now.guesses
    .map((_, place) => place)
    .filter((place) => place !== now.seat && !before.chosen.includes(place));
  const from = Object.fromEntries(
    everybody.flatMap((place) => [
      [`${place}.open`, place],
      [`${place}.hidden`, place],
    ]),
  );
  if (guessed) return [{ view: { ...now }, hold: TURNED, from, sound: 'trade', say: words('guessed', guessed.facts) }];
  if (before.phase === 'guess') return [{ view: { ...now }, hold: 0, from, sound: 'lay' }];
  const made = trickSteps(before, now, told, words, key);
  const uncovered = found('uncovered');
  if (uncovered)
    made.push(
      { ...made.pop()!, hold: UNCOVERED, sound: 'trade', say: words('uncovered', uncovered.facts) },
      { view: { ...now }, hold: 0 },
    );
  return made;
}

function turnedUp(view: WimmulnView, p: P): string {
  const [card, kept] = view.turned.map(named);
  const trump = view.trump ? `${t('wimmuln.trump')}: ${say('wimmuln', 'colour', view.trump)}` : t('wimmuln.no_trump');
  return card && kept
    ? `${t('wimmuln.told.turned', { name: p.name(view.dealer), card, card_kept: kept })}. ${trump}`
    : '';
}

/** The text of a plate; guesses lie beside it. */
function noted(p: P, place: number): string {
  return place === p.view.dealer && ['lead', 'guess'].includes(p.view.phase) ? t('wimmuln.dealer') : '';
}

export default {
  Table,
  Scene,
  Face,
  Back,
  Detail,
  aside: 1.15,
  place: (p, place) => ({
    cards: p.view.held[place] ?? 0,
    score: p.view.scores[place] ?? 0,
    note: noted(p, place),
  }),
  hand,
  tap,
  pick,
  ask,
  bar: (p) =>
    p.view.phase === 'play' ? t('bar.trick', { trick: p.view.tricks.reduce((sum, one) => sum + one, 0) + 1 }) : '',
  steps,
} satisfies GameClient<WimmulnView> as GameClient<WimmulnView>;
