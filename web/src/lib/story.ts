/** The story of a match in sentences: beside a table, and when one looks back. */
import { untrack } from 'svelte';
import type { AnyView, GameClient, Position } from '../games/game';
import type { PublicEvent } from '../messages';
import type { Moment } from './replay.svelte';
import { whole } from './scene';
import { has, t } from './words.svelte';

/** Moments of a live table that are kept at hand. */
export const KEPT = 400;

/** Whether an event is one of those that are told. */
export const worthTelling = (told: PublicEvent): boolean => told.kind === 'did' || told.kind === 'dealt';

/** A moment in a sentence; `p` is the position after it. */
export function sentence(client: GameClient, { before, scene, told }: Moment, p: Position): string {
  if (!scene.view) return '';
  const said = untrack(() =>
    client.tell
      ? (told.happened ?? []).map((one) => client.tell!(one, p))
      : client.steps(whole(before), whole(scene), told, p).map((step) => step.say ?? ''),
  );
  const text = [...new Set(said.filter(Boolean))].join(' · ');
  if (told.kind === 'dealt') return [t('replay.dealt', { round: p.view.round }), text].filter(Boolean).join(' · ');
  return text || deed(told, p);
}

/** The round that is played, and of how many if that is known: "round 2 of 8". */
export const roundOf = ({ round, rounds }: AnyView): string =>
  rounds ? t('bar.round_of', { round, rounds }) : t('bar.round', { round });

function deed(told: PublicEvent, p: Position): string {
  const word = told.do?.split(' ')[0] ?? '';
  const name = told.seat !== undefined && told.seat !== null ? p.name(told.seat) : '';
  return has(`replay.did.${word}`) ? t(`replay.did.${word}`, { name }) : `${name}: ${told.do}`;
}
