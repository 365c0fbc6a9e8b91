/** Announcements of what happens around a match: words, votes, seats that change hands, salts left out, its end. */
import type { PublicEvent } from '../messages';
import { leftOut } from './salts';
import type { Scene } from './scene';
import { session } from './session.svelte';
import { settings } from './settings.svelte';
import { play } from './sounds';
import { announce, toast } from './speech.svelte';
import { byOthers } from './talk.svelte';
import { joined, t } from './words.svelte';

/** Announces an event between two scenes; words need no corner of their own while the chat is open. */
export function announceEvent(told: PublicEvent, scene: Scene, before: Scene, chatting: boolean): void {
  const missing = told.kind === 'started' ? leftOut(scene.table) : [];
  if (missing.length) toast(t('salts.left_out', { names: joined(missing) }));
  if (told.kind === 'said' && (byOthers(told) || (typeof told.seat === 'number' && settings.banter))) {
    const said = `${told.name}: ${told.preset ? t(`preset.${told.preset}`) : told.text}`;
    announce(said);
    if (!chatting) toast(said);
  }
  const about = before.table.seats.find((seat) => seat.person && seat.person === told.person)?.name;
  if (told.kind === 'voted' && about) toast(t('seat.voted', { name: about }));
  if (told.kind === 'removed' && about) toast(t('seat.removed', { name: about }));
  if (told.kind === 'claimed' && told.person !== session.me?.id && typeof told.seat === 'number') {
    toast(t('seat.claimed', { name: told.name ?? '', seat: scene.table.seats[told.seat]?.name ?? '' }));
  }
  if (scene.table.stage === 'over' && told.kind === 'did') play('end');
}
