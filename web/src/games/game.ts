/**
 * What a game brings to its table: `games/NAME/index.ts` exports a `GameClient` as default, found by its folder's name.
 * It holds no rules: `choices` are what the server says is legal. docs/web.md has the whole story.
 */
import type { Component } from 'svelte';
import type { Command } from '../lib/connection.svelte';
import type { Mine, Step } from '../lib/scene';
import type { Happening, TableSeen, PublicEvent } from '../messages';

/** The common part of every game's view. */
export interface AnyView {
  seat: number | null;
  seats: number;
  round: number;
  rounds?: number;
  phase: string;
  actors: number[];
  scores: number[];
  gained: number[];
}

/** Whether a round has ended and the next is not dealt yet; before the first deal there is nothing to look back at. */
export const betweenRounds = (view: AnyView): boolean => view.phase === 'dealing' && view.round > 0;

/** How many places a table has: as many as seats, unless its game says otherwise. */
export const placesOf = (client: GameClient, view: AnyView): number => client.places?.(view) ?? view.seats;

/** The names at all places. */
export const namesOf = (client: GameClient, p: Position): string[] =>
  Array.from({ length: placesOf(client, p.view) }, (_, place) => p.name(place));

const nothing = () => {};
/** The handlers of a table at which nothing can be done. */
export const STILL = { act: nothing, pick: nothing, send: nothing };

/** Everything a game may look at: what is shown now, seen from `seat` (null: a spectator). */
export interface Position<V extends AnyView = AnyView> {
  game: string;
  table: TableSeen;
  /** The view with one's own fields in it. */
  view: V;
  mine: Mine;
  seat: number | null;
  /** Legal actions, in the notation; empty while something is still being shown or the line is cut. */
  choices: string[];
  /** Whether one may act at all. */
  live: boolean;
  /** Whether one looks back: there is nothing to do, and nothing should look as if there were. */
  past: boolean;
  /** Cards that were tapped and wait for more. */
  picks: string[];
  /** The card of the hand that is pointed at, has the focus or is held down. */
  aim: string | null;
  /** The note of the step on show (`Step.note`). */
  note: Record<string, unknown>;
  /** The choice that a hint marks, in the notation. */
  hint: string | null;
  /** The name at a place. */
  name: (place: number) => string;
}

/** The meaning of a tap on a card of the hand. */
export type Tap = { do: string } | { pick: true } | { why: string; bright?: boolean };

/** A sign on a card of the hand that may be played: what would come of it. */
export interface Mark {
  /** Whether it brings cards to the hand; else it fits. */
  takes: boolean;
  good: boolean;
  /** Short: "−12". */
  text: string;
  /** For screen readers. */
  label: string;
}

export interface Button {
  label: string;
  do?: string;
  command?: Command;
  /** A letter on the keyboard. */
  key?: string;
  look?: 'big' | 'main' | 'quiet';
  pressed?: boolean;
}

/** The question of the moment, its reason, and answers other than a card. */
export interface Ask {
  text: string;
  why?: string;
  buttons?: Button[];
  /** It is not one's turn: we wait for `others`, or only until all `pictures` have been shown. */
  waits?: 'others' | 'pictures';
  /** The action that is taken by itself once the ring around the first button has run out. */
  otherwise?: string;
}

/** The visible part of a place. */
export interface PlaceSeen {
  cards?: number;
  /** Tricks, rows … won; `of` draws the free ones, too. */
  won?: number;
  of?: number;
  score?: number;
  /** Short words: "has discarded". */
  note?: string;
  /** How it is called, if nobody sits there. */
  name?: string;
}

/** The properties of the middle of the table and of a place's details. */
export interface TableProps<V extends AnyView = AnyView> {
  p: Position<V>;
  /** Does something. */
  act: (what: string) => void;
  /** Taps a card into the picks, or out of them. */
  pick: (card: string) => void;
  /** Asks something else of the table. */
  send: (command: Command) => void;
  /** Ids of the people who are connected. */
  here?: string[];
}

export interface GameClient<V extends AnyView = AnyView> {
  /** The middle of the table. `laidAt(place, bottom, places)` of ui/places.ts tells where a card of a trick lies. */
  Table: Component<TableProps<V>>;
  /** The place in which it is played, behind everything: quiet, never pressed, its animations in CSS only. */
  Scene?: Component<{ p: Position<V> }>;
  /** Drawn upon a card's face, in a box of 100 × 140; with `plain` instead of the usual face. */
  Face?: Component<{ card: string }>;
  plain?: boolean;
  /** Drawn upon a card's back. */
  Back?: Component;
  /** More about a place, under or beside its plate; its font size is that of the plate. */
  Detail?: Component<TableProps<V> & { place: number }>;
  /** Instead of the fan of cards at the bottom. */
  Hand?: Component<TableProps<V>>;
  /** Everybody acts at any time: the middle draws the places, too, the hand one's own, and no turn is called. */
  market?: boolean;
  /** The others sit in a line above the middle, which needs the whole width. */
  line?: boolean;
  /** Room that the middle needs at the left of a trick, in widths of a card. */
  aside?: number;
  /** Refusals that are nobody's fault. */
  harmless?: string[];
  /** Above the scores of a round: how it ended. */
  Ending?: Component<TableProps<V>>;
  /** Keys of its own, and what they do. */
  keys?: () => [key: string, text: string][];
  /** How many places there are, if not as many as seats. */
  places?: (view: V) => number;
  place: (p: Position<V>, place: number) => PlaceSeen;
  /** The cards of the hand, in the order in which they are held. */
  hand: (p: Position<V>) => string[];
  tap: (p: Position<V>, card: string) => Tap;
  /** The consequence of playing a card; with it a long touch only looks (`aim`). */
  mark?: (p: Position<V>, card: string) => Mark | null;
  /** The picks after a tap on one more card; usually it goes in, or out if it was in. */
  pick?: (p: Position<V>, card: string) => string[];
  /** The action to take once the picks are enough. */
  picked?: (p: Position<V>) => string | null;
  ask: (p: Position<V>) => Ask;
  /** Whether a hint is still good (the text of an action, empty: wait); usually it is good for one question. */
  stillGood?: (view: V, hint: string, choices: readonly string[]) => boolean;
  /** The text of the bar: "trick 4". */
  bar?: (p: Position<V>) => string;
  /** An event as pictures; the last one is what is then. `before` and `after` are views with one's own fields. */
  steps: (before: V, after: V, told: PublicEvent, p: Position<V>) => Step[];
  /** Happenings for those who look back, if `steps` does not say it all. */
  tell?: (happening: Happening, p: Position<V>) => string;
}

/** The shelf's knowledge of a game before it is opened. */
export interface About {
  /** How long a match of the usual seats takes, by tools/durations.py: one person among bots, and people only. */
  minutes: { bots: number; people: number };
  authors: string[];
  year?: number;
  /** The colour of its box and of the cloth on its table, by day and by night. */
  cloth: { light: string; dark: string };
}

const clients = import.meta.glob<GameClient>('./*/index.ts', { import: 'default' });
const abouts = import.meta.glob<About>('./*/about.ts', { import: 'default', eager: true });
const boxes = import.meta.glob<Component>('./*/Box.svelte', { import: 'default', eager: true });

/** Loads a game; one that nobody has drawn yet is shown plainly. */
export function load(name: string): Promise<GameClient> {
  return (clients[`./${name}/index.ts`] ?? clients['./plain/index.ts']!)();
}

/** A game as the shelf shows it. */
export function onShelf(name: string): { about: About; Box: Component | null } {
  const plain = { minutes: { bots: 15, people: 30 }, authors: [], cloth: { light: '#cfc3a6', dark: '#3a352b' } };
  return { about: abouts[`./${name}/about.ts`] ?? plain, Box: boxes[`./${name}/Box.svelte`] ?? null };
}
