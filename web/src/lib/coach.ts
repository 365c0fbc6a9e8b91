/**
 * A coach for the first round of a game. `games/NAME/lesson.ts` lists what there is to say, when, and what of the table
 * it speaks of; the words stand in games/NAME/lesson/LANGUAGE.json. Lessons are played on prepared deals
 * (table/lesson.py), so the first words may name cards.
 */
import { type AnyView, betweenRounds, type Position } from '../games/game';

/** Something to say, once, at the first moment for which it is meant. */
export interface Bubble<V extends AnyView = AnyView> {
  key: string;
  when: (p: Position<V>) => boolean;
  /** The parts of the page that it speaks of, as selectors: the first that finds something is lit. */
  at: string[] | ((p: Position<V>) => string[]);
}

/** An answer to something that one did, said once. */
export interface Reaction<V extends AnyView = AnyView> {
  key: string;
  /** Whether it answers an action (in the notation), done in a position. */
  to: (did: string, p: Position<V>) => boolean;
}

export interface Lesson<V extends AnyView = AnyView> {
  /** The place that starts or deals first, at a table of four. */
  first: number;
  /** In the order in which they are said, if several are meant for a moment; the last one ends the lesson. */
  bubbles: Bubble<V>[];
  reactions: Reaction<V>[];
}

type Words = Record<string, string>;
const lessons = import.meta.glob<Lesson>('../games/*/lesson.ts', { import: 'default' });
const words = import.meta.glob<Words>('../games/*/lesson/*.json', { import: 'default' });

/** Whether a game can be learned with a coach. */
export const taught = (game: string): boolean => `../games/${game}/lesson.ts` in lessons;

/** Loads the lesson of a game. */
export function lessonOf(game: string): Promise<Lesson> {
  const found = lessons[`../games/${game}/lesson.ts`];
  return found ? found() : Promise.reject(new Error(`There is no lesson for ${game}.`));
}

/** Loads what the coach says in one language. */
export function lessonWords(game: string, language: string): Promise<Words> {
  return words[`../games/${game}/lesson/${language}.json`]?.() ?? Promise.resolve({});
}

/** The next advice: the end once it has come, else the first that fits and was not said before. */
export function next<V extends AnyView>(lesson: Lesson<V>, p: Position<V>, said: readonly string[]): string {
  const last = lesson.bubbles.at(-1)!;
  if (last.when(p)) return said.includes(last.key) ? '' : last.key;
  return lesson.bubbles.find((one) => !said.includes(one.key) && one.when(p))?.key ?? '';
}

/** The answer to an action: the first that fits and was not said before. */
export function answer<V extends AnyView>(
  lesson: Lesson<V>,
  did: string,
  p: Position<V>,
  said: readonly string[],
): string {
  return lesson.reactions.find((one) => !said.includes(one.key) && one.to(did, p))?.key ?? '';
}

/** Whether the first round is over, or even more. */
export const roundIsOver = (p: Position): boolean =>
  betweenRounds(p.view) || p.view.round > 1 || p.table.stage === 'over';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const GAP = 6;
const STEP = 6;

/** Whether two boxes overlap, or nearly. */
export const clash = (a: Box, b: Box, gap = GAP): boolean =>
  a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom + gap && b.top < a.bottom + gap;

/** How far apart two boxes are, from edge to edge. */
function distance(a: Box, b: Box): number {
  const x = Math.max(0, a.left - b.right, b.left - a.right);
  const y = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return Math.hypot(x, y);
}

/** Where a bubble of some size may lie in a room without touching anything: as near to what it speaks of as it can. */
export function spotFor(
  width: number,
  height: number,
  room: Box,
  avoid: readonly Box[],
  near: readonly Box[],
): Box | null {
  let best: Box | null = null;
  let least = Infinity;
  for (let top = room.top; top + height <= room.bottom; top += STEP) {
    for (let left = room.left; left + width <= room.right; left += STEP) {
      const box = { left, top, right: left + width, bottom: top + height };
      if (avoid.some((one) => clash(box, one))) continue;
      const far = near.length ? Math.min(...near.map((one) => distance(box, one))) : top + left;
      if (far < least) [best, least] = [box, far];
    }
  }
  return best;
}

/** The nearest of several boxes. */
export function nearest(from: Box, boxes: readonly Box[]): Box {
  return boxes.reduce((best, one) => (distance(from, one) < distance(from, best) ? one : best));
}

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** From the edge of a bubble to what it speaks of. */
export function arrow(from: Box, to: Box): { x1: number; y1: number; x2: number; y2: number } {
  const x2 = within((from.left + from.right) / 2, to.left + 4, to.right - 4);
  const y2 = within((from.top + from.bottom) / 2, to.top + 4, to.bottom - 4);
  return { x1: within(x2, from.left, from.right), y1: within(y2, from.top, from.bottom), x2, y2 };
}
