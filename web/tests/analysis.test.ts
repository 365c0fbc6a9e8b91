import { expect, test } from 'vitest';
import { byMoment, lines, percent } from '../src/lib/analysis';
import type { Moment } from '../src/lib/replay.svelte';
import type { Analysis, JudgedDecision } from '../src/messages';

const moment = (kind: string, seat = 0, again = false) => ({ told: { kind, seat, again } }) as unknown as Moment;
const match = [moment('dealt'), moment('did', 0), moment('did', 1), moment('did', 0, true), moment('did', 2)];

test('a record has no line for a choice that was changed', () => {
  expect(lines(match)).toEqual([0, 2, 3, 4]);
});

test('a judgement belongs to the moment of its line, and the worst of several is shown', () => {
  const decision = (step: number, mark: string) => ({ step, mark }) as JudgedDecision;
  const decisions = [decision(3, 'fine'), decision(4, 'mistake'), decision(4, 'doubtful')];
  const found = byMoment({ decisions } as Analysis, match);
  expect([...found].map(([at, one]) => [at, one.mark])).toEqual([
    [3, 'fine'],
    [4, 'mistake'],
  ]);
});

test('chances are told in whole percent', () => {
  expect([0, 0.124, 0.999, 1].map(percent)).toEqual([0, 12, 100, 100]);
});
