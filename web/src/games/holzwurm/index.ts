/** Holzwurm at its table. */
import type { Step } from '../../lib/scene';
import { DEAL } from '../../lib/travel';
import { cardName, counted, t } from '../../lib/words.svelte';
import type { HolzwurmView, PublicEvent } from '../../messages';
import { after, waiting } from '../asking';
import type { Ask, GameClient, Mark, Tap } from '../game';
import Back from './Back.svelte';
import Face from './Face.svelte';
import { outlook, type P, rowName, signed, sorted, spots, waits, withCard } from './rows';
import Scene from './Scene.svelte';
import Table from './Table.svelte';

const OWN = 260;
const LAID = 750;
const TAKEN = 1700;
const ENDED = 2200;
const named = (card: string) => cardName('holzwurm', card);

/** One tap lays a card that has one place, unless it would take the row. */
function tap(p: P, card: string): Tap {
  const [spot, ...more] = spots(p, card);
  if (!spot) return { why: waiting(p).text };
  return more.length || spot.takes ? { pick: true } : { do: spot.do };
}

/** Whether a card fits, or what the row that it takes would bring; of several rows the best. */
function mark(p: P, card: string): Mark | null {
  const { fits, takes } = outlook(p, card);
  const [best, ...more] = takes;
  if (!best) return fits.length ? { takes: false, good: true, text: '', label: t('holzwurm.mark.fits') } : null;
  const points = signed(best.brings);
  if (fits.length) return { takes: false, good: true, text: '', label: t('holzwurm.mark.either', { points }) };
  const one = { ...rowName(p, best.slot), points };
  const label = more.length ? t('holzwurm.mark.takes.best', { points }) : t('holzwurm.mark.takes', one);
  return { takes: true, good: best.brings >= 0, text: points, label };
}

function ask(p: P): Ask {
  const lays = after(p, 'lay');
  if (!lays.length) return waiting(p);
  const card = waits(p);
  if (card) return askWhere(p, card);
  const safe = p.view.hand.some((one) => outlook(p, one).fits.length);
  return safe
    ? { text: t('holzwurm.lay'), why: t('holzwurm.lay.why') }
    : { text: t('holzwurm.must_take'), why: t('holzwurm.must_take.why') };
}

function askWhere(p: P, card: string): Ask {
  const where = spots(p, card);
  const [spot] = where;
  if (where.length > 1 || !spot?.takes)
    return { text: t('holzwurm.where', { card: named(card) }), why: t('holzwurm.where.why') };
  const last = p.view.fate.length === 1;
  return {
    text: counted('holzwurm.takes', spot.takes, { card: named(p.view.fate[0] ?? '') }),
    why: t(last ? 'holzwurm.takes.last' : 'holzwurm.takes.why', { card: named(card) }),
  };
}

function steps(before: HolzwurmView, now: HolzwurmView, told: PublicEvent, p: P): Step[] {
  const facts = (kind: string) => told.happened?.find((one) => one.kind === kind)?.facts;
  if (told.kind === 'dealt') return [{ view: { ...now }, hold: DEAL, deal: true, sound: 'deal' }];
  const laid = facts('laid');
  if (!laid) return [{ view: { ...now }, hold: 0 }];
  const place = laid['place'] as number;
  const card = laid['card'] as string;
  const own = place === now.seat;
  const name = p.name(place);
  const shown = withCard(before, now, place, card, laid['slot'] as number);
  const made: Step[] = [
    {
      view: shown,
      hold: own ? OWN : LAID,
      from: own ? {} : { [card]: place },
      sound: 'lay',
      say: t('holzwurm.told.laid', { name, card: named(card) }),
    },
  ];
  const took = facts('took');
  let to: Record<string, number> = {};
  if (took) {
    const fate = took['card_fate'] as string;
    const count = (took['cards'] as string[]).length - 1;
    const say = counted('holzwurm.told.took', count, { name, card: named(fate) });
    made.push({
      view: shown,
      hold: TAKEN,
      note: { took: { place, slot: took['slot'], count, fate } },
      sound: 'no',
      say,
    });
    to = own ? {} : Object.fromEntries([...(took['cards'] as string[]), fate].map((one) => [one, place]));
  }
  for (const kind of ['thirteen', 'went_out'] as const) {
    if (!facts(kind)) continue;
    const cry = kind === 'thirteen' ? 'thirteen' : 'out';
    made.push({
      view: { ...now },
      hold: ENDED,
      to,
      note: { [cry]: place, winner: kind === 'went_out' ? place : null },
      sound: kind === 'thirteen' ? 'call' : 'win',
      say: t(`holzwurm.cry.${cry}`, { name }),
    });
  }
  made.push({ view: { ...now }, hold: took ? 350 : 0, to });
  return made;
}

export default {
  Table,
  Scene,
  Face,
  plain: true,
  Back,
  line: true,
  place: (p, place) => ({
    cards: p.view.held[place] ?? 0,
    score: p.view.scores[place] ?? 0,
    ...(place === p.seat ? { note: t('holzwurm.worth', { worth: signed(p.view.worth) }) } : {}),
  }),
  hand: (p) => sorted(p.view.hand),
  tap,
  mark,
  pick: (p, card) => (p.picks.includes(card) ? [] : [card]),
  ask,
  keys: () => [['↑ ↓', t('holzwurm.keys')]],
  steps,
} satisfies GameClient<HolzwurmView> as GameClient<HolzwurmView>;
