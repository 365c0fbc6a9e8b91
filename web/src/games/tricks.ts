/** How tricks are shown: card by card, a while to read them, then off to their winner. */
import type { Step } from '../lib/scene';
import type { PublicEvent } from '../messages';
import type { AnyView } from './game';

export interface TrickView extends AnyView {
  hand: string[];
  held: number[];
  trick: { place: number; card: string }[];
}

const LAID = 280;
const OWN = 180;
const READ = 1000;

function without(cards: string[], card: string): string[] {
  const at = cards.indexOf(card);
  return at < 0 ? cards : [...cards.slice(0, at), ...cards.slice(at + 1)];
}

/** A finished trick: its cards, the places that played them, and the one that has it. */
export interface WonTrick {
  winner: number;
  cards: string[];
  places: number[];
}

/** The trick that was finished, if an event tells of one. */
export function wonTrick(told: PublicEvent): WonTrick | null {
  const found = told.happened?.findLast((one) => one.kind === 'won');
  if (!found) return null;
  return {
    winner: found.facts['place'] as number,
    cards: found.facts['cards'] as string[],
    places: found.facts['places'] as number[],
  };
}

/** The name of the last of a hand's equal cards as it travels. */
export function lastOf(hand: string[], card: string): string {
  const copies = hand.filter((one) => one === card).length;
  return copies > 1 ? `${card}#${copies - 1}` : card;
}

/** An event of a trick game as pictures. `say` words what happened; `key` tells equal cards of a trick apart. */
export function trickSteps<V extends TrickView>(
  before: V,
  after: V,
  told: PublicEvent,
  say: (kind: string, facts: Record<string, unknown>) => string = () => '',
  key: (place: number, card: string) => string = (_, card) => card,
): Step[] {
  const steps: Step[] = [];
  let now = before;
  let winner: number | null = null;
  for (const { kind, facts } of told.happened ?? []) {
    const place = facts['place'] as number;
    if (kind === 'laid') {
      const card = facts['card'] as string;
      const own = place === now.seat;
      const trick = winner === null ? now.trick : [];
      const from = { [key(place, card)]: own ? lastOf(now.hand, card) : place };
      now = {
        ...now,
        trick: [...trick, { place, card }],
        hand: own ? without(now.hand, card) : now.hand,
        held: now.held.map((held, one) => (one === place ? held - 1 : held)),
      };
      const to =
        winner === null ? {} : Object.fromEntries(before.trick.map((one) => [key(one.place, one.card), winner!]));
      winner = null;
      steps.push({ view: { ...now }, hold: own ? OWN : LAID, from, to, sound: 'lay', say: say(kind, facts) });
    } else if (kind === 'won') {
      winner = place;
      steps.push({ view: { ...now }, hold: READ, note: { winner }, sound: 'win', say: say(kind, facts) });
    } else {
      const text = say(kind, facts);
      if (text) steps.push({ view: { ...now }, hold: 300, say: text });
    }
  }
  const gone = winner ?? told.seat ?? 0;
  const to = Object.fromEntries(now.trick.map((one) => [key(one.place, one.card), gone]));
  steps.push({ view: { ...after }, hold: 0, to });
  return steps;
}
