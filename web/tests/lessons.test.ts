/** Lessons played by tests/web/test_lessons.py, which writes their courses to a file and runs this. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Position } from '../src/games/game';
import { answer, lessonOf, next } from '../src/lib/coach';

interface Course {
  game: string;
  how: string;
  moments: { view: object; choices: string[]; did: string | null }[];
}

const path = process.env['LESSONS'];
const courses: Course[] = path ? (JSON.parse(readFileSync(path, 'utf-8')) as Course[]) : [];

/** What the coach says in a course; who is hasty reads one bubble a moment, who is not reads all. */
async function told({ game, moments }: Course, hasty: boolean): Promise<{ said: string[]; answers: string[] }> {
  const lesson = await lessonOf(game);
  const said: string[] = [];
  const answers: string[] = [];
  for (const { view, choices, did } of moments) {
    const p = { game, view, choices, seat: 0, live: true, table: { stage: 'playing' } } as unknown as Position;
    for (let key = next(lesson, p, said); key; key = hasty && key !== 'end' ? '' : next(lesson, p, said))
      said.push(key);
    const heard = did ? answer(lesson, did, p, answers) : '';
    if (heard) answers.push(heard);
  }
  return { said, answers };
}

describe.skipIf(!path)('lessons', () => {
  for (const course of courses) {
    for (const hasty of [false, true]) {
      test(`${course.game}, ${course.how}, ${hasty ? 'hasty' : 'patient'}: the coach comes to an end`, async () => {
        const { said, answers } = await told(course, hasty);
        expect(said[0]).toBe('hello');
        expect(said.at(-1)).toBe('end');
        expect(new Set(said).size).toBe(said.length);
        expect(answers.length).toBeGreaterThan(0);
      });
    }
  }

  test('no bubble and no answer is there for nothing', async () => {
    for (const game of new Set(courses.map((one) => one.game))) {
      const heard = await Promise.all(courses.filter((one) => one.game === game).map((one) => told(one, false)));
      const lesson = await lessonOf(game);
      const never = (all: { key: string }[], of: string[]) =>
        all.map((one) => one.key).filter((key) => !of.includes(key));
      expect(
        never(
          lesson.bubbles,
          heard.flatMap((one) => one.said),
        ),
        `bubbles of ${game}`,
      ).toEqual([]);
      expect(
        never(
          lesson.reactions,
          heard.flatMap((one) => one.answers),
        ),
        `answers in ${game}`,
      ).toEqual([]);
    }
  });
});
