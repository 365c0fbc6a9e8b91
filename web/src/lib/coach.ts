/**
 * A coach for the first round of a game. `games/NAME/lesson.ts` lists what there is to say and when; what is said stands
 * in games/NAME/lesson/LANGUAGE.json. Lessons are played on prepared deals (table/lesson.py), so the first words may
 * name cards.
 */
import type { AnyView, Position } from '../games/game';

/** Something to say, once, at the first moment for which it is meant. */
export interface Bubble<V extends AnyView = AnyView> {
  key: string;
  when: (p: Position<V>) => boolean;
}

export interface Lesson<V extends AnyView = AnyView> {
  /** Who starts or deals first, at a table of four. */
  first: number;
  /** In the order in which they are said, if several are meant for a moment; the last one ends the lesson. */
  bubbles: Bubble<V>[];
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

/** What to say now: the first that fits and was not said before. */
export function next<V extends AnyView>(lesson: Lesson<V>, p: Position<V>, said: readonly string[]): string {
  return lesson.bubbles.find((one) => !said.includes(one.key) && one.when(p))?.key ?? '';
}
