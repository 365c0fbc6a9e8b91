/** Scenes: all that somebody sees of a table at a moment, and how one moment becomes the next. */
import type { GameClient, Position } from '../games/game';
import type { Standing, TableSeen, PublicEvent } from '../messages';
import type { Sound } from './sounds';
import type { Routes } from './travel';

/** A seat's own data, beside its fields of the view. */
export interface Mine {
  seat?: number | null;
  choices?: string[];
  asked?: number;
  changeable?: boolean;
  standing?: Standing | null;
  [field: string]: unknown;
}

export interface Scene {
  n: number;
  table: TableSeen;
  view: Record<string, unknown> | null;
  mine: Mine;
}

export type SceneMessage = Scene & { kind: 'scene' };
export type EventMessage = {
  kind: 'event';
  n: number;
  event: PublicEvent;
  table?: Partial<TableSeen>;
  view?: Record<string, unknown>;
  mine?: Mine;
};

/** One picture of an event, for so many milliseconds. */
export interface Step extends Routes {
  /** The view with one's own fields, as it is at that moment. */
  view: object;
  hold: number;
  sound?: Sound;
  say?: string;
  /** Notes of the game about this moment, such as who wins the trick. */
  note?: Record<string, unknown>;
}

export type Direct = (before: Scene, after: Scene, told: PublicEvent) => Step[];

/** A scene and an event make the next scene; a rematch begins from nothing. */
export function merged(scene: Scene, message: Omit<EventMessage, 'kind'>): Scene {
  const { view, mine } = message.event.kind === 'again' ? { view: null, mine: {} } : scene;
  return {
    n: message.n,
    table: message.table ? { ...scene.table, ...message.table } : scene.table,
    view: message.view ? { ...view, ...message.view } : view,
    mine: message.mine ? { ...mine, ...message.mine } : mine,
  };
}

/** Whether two scenes ask the same of one's own seat, and something at all. */
export function sameQuestion(one: Scene, other: Scene): boolean {
  const asked = ({ table, view, mine }: Scene) =>
    JSON.stringify([table.match, table.stage, view?.['phase'], mine.seat, mine.asked, mine.changeable, mine.choices]);
  const open = (one.mine.choices?.length ?? 0) > 0 || one.mine.changeable === true;
  return open && (one === other || asked(one) === asked(other));
}

/** A moment between two scenes: what is one's own is as the picture shows it. There is nothing new to choose. */
export function pictured(before: Scene, after: Scene, step: Step): Scene {
  const view = step.view as Record<string, unknown>;
  const own = Object.entries(after.mine).map(([name, value]) => [name, name in view ? view[name] : value]);
  const choices = sameQuestion(before, after) ? (after.mine.choices ?? []) : [];
  return { ...after, n: before.n, view, mine: { ...Object.fromEntries(own), choices } };
}

/** A view with one's own fields in it. */
export function whole(scene: Scene): Position['view'] {
  return { ...scene.view, ...scene.mine } as unknown as Position['view'];
}

/** The position that a game looks at in a scene: nothing can be done there, unless `more` says what. */
export function positionOf(client: GameClient | null, scene: Scene, more: Partial<Position> = {}): Position {
  const p: Position = {
    game: scene.table.setup.game,
    table: scene.table,
    view: whole(scene),
    mine: scene.mine,
    seat: typeof scene.mine.seat === 'number' ? scene.mine.seat : null,
    choices: [],
    live: false,
    past: false,
    picks: [],
    aim: null,
    note: {},
    hint: null,
    name: (place) => scene.table.seats[place]?.name || client?.place(p, place).name || '–',
    ...more,
  };
  return p;
}
