/** Wheedle at its table: a market where everybody acts at any time. */
import type { Step } from '../../lib/scene';
import { settings } from '../../lib/settings.svelte';
import type { Sound } from '../../lib/sounds';
import { DEAL } from '../../lib/travel';
import { joined, t } from '../../lib/words.svelte';
import type { Happening, PublicEvent, WheedleView } from '../../messages';
import type { Ask, GameClient, Position } from '../game';
import Back from './Back.svelte';
import { market } from './draft.svelte';
import Ending from './Ending.svelte';
import Face from './Face.svelte';
import Hand from './Hand.svelte';
import { named, sharesNamed } from './naming';
import { centreText, offerText, stackOf, stillGood, takeable } from './offers';
import Scene from './Scene.svelte';
import Table from './Table.svelte';

type P = Position<WheedleView>;
const ENDINGS = ['right_stop', 'wrong_stop', 'time'];
const READ = 2200;
const SOUNDS: Record<string, Sound> = {
  turned: 'turn',
  traded: 'trade',
  centre: 'lay',
  offered: 'tick',
  right_stop: 'call',
  wrong_stop: 'no',
  time: 'call',
  done: 'call',
};

function ask(p: P): Ask {
  const { view } = p;
  if (view.phase === 'sort')
    return p.seat === view.dealer
      ? { text: t('wheedle.ask.turn'), why: t('wheedle.ask.turn.why') }
      : { text: t('wheedle.ask.sort', { name: p.name(view.dealer) }) };
  if (view.ending)
    return { text: t(`wheedle.ending.${view.ending}`, { name: view.stopper === null ? '' : p.name(view.stopper) }) };
  const me = p.seat === null ? null : view.players[p.seat];
  if (!me) return { text: t('wheedle.ask.watch') };
  if (me.done) {
    const busy = view.players.flatMap((player, place) => (player.done ? [] : [p.name(place)]));
    return { text: t('wheedle.ask.done', { names: joined(busy) }) };
  }
  if (view.stop_is_right && !settings.purist) return { text: t('wheedle.ask.stop') };
  const makers = view.players.flatMap((player, place) =>
    takeable(player.offer, p.mine.choices ?? []) ? [p.name(place)] : [],
  );
  if (offerText(market.draft))
    return { text: t(centreText(market.draft, view.centre) ? 'wheedle.ask.post' : 'wheedle.ask.offer') };
  if (makers.length) return { text: t('wheedle.ask.take', { names: joined(makers) }) };
  return { text: t('wheedle.ask.trade') };
}

/** A happening in a sentence. */
function tell({ kind, facts }: Happening, p: P): string {
  const name = (key: string) => (typeof facts[key] === 'number' ? p.name(facts[key]) : '');
  const given = sharesNamed(stackOf(String(facts['given'] ?? 'nothing')));
  const wanted = sharesNamed(stackOf(String(facts['wanted'] ?? 'nothing')));
  const gift = facts['wanted'] === 'nothing';
  switch (kind) {
    case 'offered':
      return t(gift ? 'wheedle.told.gift' : 'wheedle.told.offered', { name: name('place'), given, wanted });
    case 'traded':
      return t(gift ? 'wheedle.told.given' : 'wheedle.told.traded', {
        maker: name('maker'),
        taker: name('taker'),
        given,
        wanted,
      });
    case 'centre':
      return t('wheedle.told.centre', {
        name: name('place'),
        laid: named(String(facts['laid'])),
        taken: named(String(facts['taken'])),
      });
    case 'turned':
      return t('wheedle.told.turned', { company: named(String(facts['card'])) });
    case 'right_stop':
    case 'wrong_stop':
      return t(`wheedle.ending.${kind}`, { name: name('place') });
    case 'time':
      return t('wheedle.ending.time_up');
    case 'done':
    case 'undone':
      return t(`wheedle.told.${kind}`, { name: name('place') });
    default:
      return '';
  }
}

/** Whether a happening should be heard by somebody who only listens. */
function loud({ kind, facts }: Happening, view: WheedleView, choices: readonly string[]): boolean {
  if (kind === 'offered') return choices.includes(`take ${facts['number']}`);
  return kind !== 'traded' || !settings.calm || facts['maker'] === view.seat || facts['taker'] === view.seat;
}

function steps(_: WheedleView, now: WheedleView, told: PublicEvent, p: P): Step[] {
  if (told.kind === 'dealt') return [{ view: { ...now }, hold: DEAL, deal: true, sound: 'deal' }];
  const happened = told.happened ?? [];
  const deed = happened[0];
  if (!deed) return [{ view: { ...now }, hold: 0 }];
  const choices = p.mine.choices ?? [];
  const say = loud(deed, now, choices) ? tell(deed, p) : '';
  const over = now.ending !== null && (ENDINGS.includes(deed.kind) || now.ending === 'all_done');
  if (over) {
    const cry = { kind: now.ending, place: now.stopper };
    return [
      { view: { ...now, phase: 'trade' }, hold: READ, note: { cry }, sound: SOUNDS[deed.kind]!, say },
      { view: { ...now }, hold: 0 },
    ];
  }
  const deal = deed.kind === 'traded' || deed.kind === 'centre' ? deed : undefined;
  const own = deed.kind === 'traded' && (deed.facts['maker'] === now.seat || deed.facts['taker'] === now.seat);
  const quiet = deed.kind === 'done' || (deed.kind === 'offered' && settings.calm && !say);
  const sound = own ? 'win' : quiet ? undefined : SOUNDS[deed.kind];
  const to = deed.kind === 'traded' ? { [`offer-${deed.facts['number']}`]: deed.facts['taker'] as number } : {};
  return [{ view: { ...now }, hold: 0, say, to, ...(sound ? { sound } : {}), ...(deal ? { note: { deal } } : {}) }];
}

const KEYS: [string, string][] = [
  ['1 – 6', 'take'],
  ['B T G H N P A C F', 'letters'],
  ['Shift + B T G …', 'wants'],
  ['Enter', 'post'],
  ['Esc', 'escape'],
  ['O', 'to'],
  ['M', 'seek'],
  ['X', 'centre'],
  ['W', 'withdraw'],
  ['D', 'done'],
  ['Space', 'stop'],
];

export default {
  Table,
  Scene,
  Face,
  plain: true,
  Back,
  Hand,
  Ending,
  market: true,
  harmless: ['offer_gone', 'centre_changed', 'not_held_to_take'],
  place: (p, place) => ({ cards: p.view.players[place]?.held ?? 0, score: p.view.scores[place] ?? 0 }),
  hand: () => [],
  tap: () => ({ why: '' }),
  ask,
  stillGood,
  steps,
  tell,
  keys: () => KEYS.map(([key, text]): [string, string] => [key, t(`wheedle.keys.${text}`)]),
} satisfies GameClient<WheedleView> as GameClient<WheedleView>;
