/** A finished match, judged for one seat: which moment each judgement belongs to, and the judgement in words. */
import type { Alternative, Analysis, Deed, JudgedDecision } from '../messages';
import type { Moment } from './replay.svelte';
import { say, t, tenths } from './words.svelte';

/** For each line of a record, from 1 on, its moment: a choice that was changed has no line, but a moment. */
export function lines(all: Moment[]): number[] {
  const found: number[] = [];
  all.forEach(({ told }, i) => {
    if (told.again) {
      const before = found.findLastIndex((at) => all[at]!.told.seat === told.seat);
      if (before >= 0) found.splice(before, 1);
    }
    found.push(i);
  });
  return found;
}

/** The judgements by their moments; the worst of several. */
export function byMoment(analysis: Analysis, all: Moment[]): Map<number, JudgedDecision> {
  const at = lines(all);
  const found = new Map<number, JudgedDecision>();
  const order = ['fine', 'doubtful', 'mistake'];
  for (const one of analysis.decisions) {
    const moment = at[one.step - 1];
    if (moment === undefined) continue;
    const known = found.get(moment);
    if (!known || order.indexOf(one.mark) > order.indexOf(known.mark)) found.set(moment, one);
  }
  return found;
}

/** A choice in words. */
export function inWords(game: string, choice: Alternative, names: readonly string[]): string {
  return choice.deed ? deedInWords(game, choice.deed, names) : t('analysis.nothing');
}

/** An action in words. */
export function deedInWords(game: string, { kind, facts }: Deed, names: readonly string[]): string {
  const player = facts['player'];
  return say(game, 'deed', kind, typeof player === 'number' ? { ...facts, player: names[player] ?? '' } : facts);
}

/** A judgement in sentences: the better choice, by how much, and why. */
export function verdict(game: string, one: JudgedDecision, names: readonly string[]): string[] {
  if (!one.better || one.mark === 'fine') return [t('analysis.fine.text')];
  const said = [t(`analysis.${one.mark}.text`, { better: inWords(game, one.better, names) })];
  if (one.points)
    said.push(
      t('analysis.by', {
        points: tenths(one.points.mean),
        low: tenths(one.points.low),
        high: tenths(one.points.high),
      }),
    );
  if (one.because) said.push(t('analysis.why', { why: say(game, 'because', one.because.kind, one.because.facts) }));
  return said;
}

/** A chance as a whole number of percent. */
export const percent = (chance: number): number => Math.round(100 * chance);
