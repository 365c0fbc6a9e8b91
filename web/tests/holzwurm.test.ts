import { beforeEach, expect, test } from 'vitest';
import holzwurm from '../src/games/holzwurm';
import { counts, inOrder, type P, signed, sorted, spots, withCard } from '../src/games/holzwurm/rows';
import type { HolzwurmRow, HolzwurmView, PublicEvent } from '../src/messages';

let view: HolzwurmView;

beforeEach(() => {
  view = {
    game: 'holzwurm',
    seat: 0,
    seats: 2,
    options: {},
    round: 1,
    rounds: 3,
    starter: 0,
    phase: 'play',
    actors: [0],
    hand: ['r7', 'x2', 'r2', '-13', 'b10'],
    worth: -6,
    takes: {},
    held: [5, 4],
    rows: [row(0, 'r', ['r3', 'x5'], ['r4'], 4)],
    fate: ['g8', 'y1', '-13'],
    gained: [0, 0],
    scores: [0, 0],
    memory: null,
  };
});

function row(slot: number, colour: string | null, minus: string[], plus: string[], needs: number | null): HolzwurmRow {
  return { slot, colour, minus, plus, count: minus.length + plus.length, needs };
}

function position(choices: string[], picks: string[] = []): P {
  return {
    game: 'holzwurm',
    view,
    seat: 0,
    choices,
    picks,
    live: true,
    mine: {},
    note: {},
    hint: null,
    name: (place: number) => `P${place}`,
  } as unknown as P;
}

test('what is printed on cards', () => {
  expect(['r7', 'x2', '-13', 'b10', 'g11'].map(counts)).toEqual([-7, 2, -13, 10, -11]);
  expect([-7, 0, 4].map(signed)).toEqual(['−7', '0', '+4']);
});

test('a hand is held by colour and number, the −13 last', () => {
  expect(sorted(view.hand)).toEqual(['b10', 'r2', 'r7', 'x2', '-13']);
});

test('a row grows from its middle: the lowest of each side lie there', () => {
  expect(inOrder(row(0, 'r', ['r3', 'r9', 'x5'], ['r8', 'x2'], 6))).toEqual({
    minus: ['r9', 'x5', 'r3'],
    plus: ['x2', 'r8'],
  });
});

test('one tap lays a card that has one place', () => {
  expect(holzwurm.tap(position(['lay r7 @0']), 'r7')).toEqual({ do: 'lay r7 @0' });
  expect(holzwurm.tap(position(['lay b10 new']), 'b10')).toEqual({ do: 'lay b10 new' });
});

test('a card that would take the row is picked first, and so is one with several places', () => {
  view.takes = { 'lay r2 @0': 4 };
  expect(holzwurm.tap(position(['lay r2 @0']), 'r2')).toEqual({ pick: true });
  expect(holzwurm.tap(position(['lay x2 @0', 'lay x2 new']), 'x2')).toEqual({ pick: true });
  expect(spots(position(['lay r2 @0']), 'r2')).toEqual([{ do: 'lay r2 @0', slot: 0, takes: 3, brings: 4 }]);
});

test('a full row is taken by any card', () => {
  view.rows = [row(2, 'r', [], ['r2'], null)];
  view.takes = { 'lay r7 @2': 10 };
  expect(spots(position(['lay r7 @2']), 'r7')).toEqual([{ do: 'lay r7 @2', slot: 2, takes: 1, brings: 10 }]);
});

test('a new row opens in the first free slot and takes nothing', () => {
  expect(spots(position(['lay b10 new']), 'b10')).toEqual([{ do: 'lay b10 new', slot: 1, takes: 0, brings: 0 }]);
});

test('a card is marked by what the server says would come of it', () => {
  view.takes = { 'lay r2 @0': -4, 'lay x2 @0': -4, 'lay x2 @1': 9 };
  view.rows.push(row(1, 'b', [], ['b8'], 2));
  const marked = (card: string, ...choices: string[]) => holzwurm.mark!(position(choices), card);
  expect(marked('r7', 'lay r7 @0')).toMatchObject({ takes: false, good: true, label: 'holzwurm.mark.fits' });
  expect(marked('r2', 'lay r2 @0')).toMatchObject({
    takes: true,
    good: false,
    text: '−4',
    label: 'holzwurm.mark.takes',
  });
  expect(marked('x2', 'lay x2 @0', 'lay x2 @1')).toMatchObject({
    takes: true,
    good: true,
    text: '+9',
    label: 'holzwurm.mark.takes.best',
  });
  expect(marked('x2', 'lay x2 @0', 'lay x2 new')).toMatchObject({ takes: false, label: 'holzwurm.mark.either' });
  expect(marked('b10')).toBeNull();
});

test('a card that cannot be laid says why', () => {
  expect(holzwurm.tap(position([]), 'r7')).toHaveProperty('why');
});

test('a second tap takes the pick back, a tap on another card changes it', () => {
  expect(holzwurm.pick!(position([], ['r2']), 'r2')).toEqual([]);
  expect(holzwurm.pick!(position([], ['r2']), 'x2')).toEqual(['x2']);
});

test('a laid card lies in its row before anything follows', () => {
  const shown = withCard(view, { ...view, rows: [] }, 0, 'r2', 0);
  expect(shown.rows).toEqual([{ ...view.rows[0], plus: ['r4', 'r2'] }]);
  expect(shown.hand).not.toContain('r2');
  expect(shown.held).toEqual([4, 4]);
});

test('a row that is taken is shown before it travels to the hand of another', () => {
  const told = {
    kind: 'did',
    seat: 1,
    happened: [
      { kind: 'laid', facts: { place: 1, card: 'r1', slot: 0, count: 3 } },
      { kind: 'took', facts: { place: 1, slot: 0, cards: ['r3', 'x5', 'r4', 'r1'], card_fate: 'g8' } },
    ],
  } as PublicEvent;
  const steps = holzwurm.steps(view, { ...view, rows: [], fate: ['y1', '-13'] }, told, position([]));
  expect(steps.map((step) => Object.keys(step.note ?? {}))).toEqual([[], ['took'], []]);
  expect(steps[0]!.from).toEqual({ r1: 1 });
  expect(steps[1]!.note).toEqual({ took: { place: 1, slot: 0, count: 3, fate: 'g8' } });
  expect(steps[2]!.to).toEqual({ r3: 1, x5: 1, r4: 1, r1: 1, g8: 1 });
});

test('the −13 and the last card are cried out before the round is over', () => {
  const told = (happened: PublicEvent['happened']) => ({ kind: 'did', seat: 0, happened }) as PublicEvent;
  const laid = { kind: 'laid', facts: { place: 0, card: 'r7', slot: 0, count: 3 } };
  const out = holzwurm.steps(view, view, told([laid, { kind: 'went_out', facts: { place: 0 } }]), position([]));
  expect(out.at(-2)!.note).toMatchObject({ out: 0, winner: 0 });
  const took = { kind: 'took', facts: { place: 0, slot: 0, cards: ['r7'], card_fate: '-13' } };
  const thirteen = holzwurm.steps(
    view,
    view,
    told([laid, took, { kind: 'thirteen', facts: { place: 0 } }]),
    position([]),
  );
  expect(thirteen.at(-2)!.note).toMatchObject({ thirteen: 0 });
});
