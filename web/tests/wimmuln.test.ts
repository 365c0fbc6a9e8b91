import { beforeEach, expect, test } from 'vitest';
import wimmuln from '../src/games/wimmuln';
import {
  bonus,
  changed,
  hand,
  origins,
  type P,
  pick,
  picked,
  SWAP,
  tally,
  triangles,
  tricksOfRound,
} from '../src/games/wimmuln/guess';
import type { PublicEvent, WimmulnView } from '../src/messages';

let view: WimmulnView;

beforeEach(() => {
  view = {
    game: 'wimmuln',
    seat: 0,
    seats: 3,
    options: {},
    round: 1,
    dealer: 2,
    phase: 'guess',
    actors: [0],
    turned: ['g8', 'r2'],
    trump: 'r',
    hand: ['g4', 'r7', 'r7', 'r1'],
    guesses: [none(), none(), none()],
    chosen: [],
    held: [4, 4, 3],
    leader: 2,
    trick: [{ place: 2, card: 'g8' }],
    ahead: 2,
    tricks: [0, 0, 0],
    triangles: null,
    gained: [0, 0, 0],
    scores: [0, 0, 0],
    memory: null,
  };
});

const none = () => ({ open: null, hidden: null }) as { open: string | null; hidden: string | null };

function position({ picks = [], ...more }: Partial<P> = {}): P {
  return {
    game: 'wimmuln',
    view,
    seat: 0,
    choices: [],
    picks: picks.map((card) => `@${card}`),
    live: true,
    mine: {},
    note: {},
    hint: null,
    table: { sheet: [] },
    name: (place: number) => `P${place}`,
    ...more,
  } as unknown as P;
}

const laid = () => {
  view.chosen = [0];
  view.guesses[0] = { open: 'r1', hidden: 'g4' };
  view.hand = ['r7', 'r7'];
};

test('triangles are printed on cards: 60 in the deck', () => {
  const colour = [0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9].map((number) => triangles(`r${number}`));
  expect(colour.reduce((sum, one) => sum + one, 0)).toBe(12);
});

test('the first pick is the open guess, the second the hidden one, a third takes its place', () => {
  expect(pick(position(), 'r1')).toEqual(['@r1']);
  expect(pick(position({ picks: ['r1'] }), 'g4')).toEqual(['@r1', '@g4']);
  expect(pick(position({ picks: ['r1', 'g4'] }), 'r7')).toEqual(['@r1', '@r7']);
});

test('two equal cards can both be guesses', () => {
  expect(pick(position({ picks: ['r7'] }), 'r7')).toEqual(['@r7', '@r7']);
});

test('a tap on a picked card takes it back, a tap on the pair swaps it', () => {
  expect(pick(position({ picks: ['r7'] }), '@r7')).toEqual([]);
  expect(pick(position({ picks: ['r1', 'g4'] }), SWAP)).toEqual(['@g4', '@r1']);
});

test('picked cards have left the hand, one of two equal ones only', () => {
  expect(hand(position({ picks: ['r7', 'g4'] }))).toEqual(['r1', 'r7']);
});

test('picked cards come from the hand, swapped ones from each other, and go back', () => {
  expect(origins(0, [], ['r7'], ['g4', 'r7'])).toEqual({ '0.open': 'r7#1' });
  expect(origins(0, ['r7'], ['r7', 'r7'], ['g4'])).toEqual({ '0.open': '0.open', '0.hidden': 'r7' });
  expect(origins(0, ['r1', 'g4'], ['g4', 'r1'], ['r7'])).toEqual({ '0.open': '0.hidden', '0.hidden': '0.open' });
  expect(origins(0, ['r1', 'g4'], ['r1', 'b2'], ['g4'])).toEqual({
    '0.open': '0.open',
    '0.hidden': 'b2',
    g4: '0.hidden',
  });
  expect(origins(0, ['r1'], [], ['r1'])).toEqual({ r1: '0.open' });
});

test('picks mean what the server offers', () => {
  const choices = ['guess r1 g4', 'guess g4 r1'];
  expect(picked(position({ choices, picks: ['g4', 'r1'] }))).toBe('guess g4 r1');
  expect(picked(position({ choices, picks: ['g4'] }))).toBeNull();
  expect(picked(position({ choices, picks: ['g4', 'r7'] }))).toBeNull();
});

test('laid guesses can be changed until the last has chosen', () => {
  laid();
  expect(changed(position({ mine: { changeable: true } }), SWAP)).toBe('guess g4 r1');
  expect(changed(position({ mine: { changeable: true } }), 'r7')).toBe('guess r1 r7');
  expect(changed(position({ mine: { changeable: false } }), SWAP)).toBeNull();
  view.phase = 'play';
  expect(changed(position({ mine: { changeable: true } }), SWAP)).toBeNull();
});

test('a tap plays, picks, changes or says why not', () => {
  expect(wimmuln.tap(position({ choices: ['guess r1 g4'] }), 'r1')).toEqual({ pick: true });
  laid();
  expect(wimmuln.tap(position({ mine: { changeable: true } }), 'r7')).toEqual({ do: 'guess r1 r7' });
  view.phase = 'play';
  expect(wimmuln.tap(position({ choices: ['play g4'] }), 'g4')).toEqual({ do: 'play g4' });
  expect(wimmuln.tap(position({ choices: ['play g4'] }), 'r7')).toHaveProperty('why');
});

test('the tricks of a round are counted from the hands, whoever has guessed already', () => {
  expect(tricksOfRound(view)).toBe(2);
  view.chosen = [1];
  view.held = [4, 2, 3];
  expect(tricksOfRound(view)).toBe(2);
  view.phase = 'play';
  view.chosen = [0, 1, 2];
  view.held = [1, 1, 1];
  view.trick = [];
  view.tricks = [0, 1, 0];
  expect(tricksOfRound(view)).toBe(2);
});

test('guesses are told as far as they are known', () => {
  view.guesses[1] = { open: 'b3', hidden: null };
  view.guesses[2] = { open: 'b3', hidden: 'y5' };
  expect([0, 1, 2].map((place) => tally(position(), place))).toEqual([
    null,
    { tricks: 0, guesses: [3, null] },
    { tricks: 0, guesses: [3, 5] },
  ]);
});

test('what guesses brought is told once the round is over', () => {
  const table = {
    sheet: [
      {
        gained: [23],
        reasons: [
          [
            { kind: 'triangles', points: 3, facts: {} },
            { kind: 'shown_higher', points: 20, facts: {} },
          ],
        ],
      },
    ],
  } as unknown as P['table'];
  expect(bonus(position({ table }), 0)).toBeNull();
  view.phase = 'dealing';
  expect(bonus(position({ table }), 0)).toBe(20);
});

test("the dealer's choice travels from the two turned cards", () => {
  const before = { ...view, phase: 'lead', turned: ['g4', 'b4'], trick: [] };
  const told = {
    kind: 'did',
    seat: 2,
    happened: [{ kind: 'led', facts: { place: 2, card: 'b4', card_kept: 'g4' } }],
  } as PublicEvent;
  expect(wimmuln.steps(before, view, told, position())[0]!.from).toEqual({ '2.b4': 'turned.1' });
});

test("equal cards of one trick are told apart, and one's own comes from the last equal card of the hand", () => {
  const before = { ...view, phase: 'play', trick: [{ place: 2, card: 'r7' }] };
  const told = { kind: 'did', seat: 0, happened: [{ kind: 'laid', facts: { place: 0, card: 'r7' } }] } as PublicEvent;
  expect(wimmuln.steps(before, before, told, position())[0]!.from).toEqual({ '0.r7': 'r7#1' });
});

test('hidden guesses are shown for a while when the last trick is won', () => {
  const before = { ...view, phase: 'play' };
  const now = { ...view, phase: 'dealing', trick: [] };
  const told = {
    kind: 'did',
    seat: 0,
    happened: [
      { kind: 'laid', facts: { place: 0, card: 'g4' } },
      { kind: 'won', facts: { place: 2, cards: ['g8', 'g4'], places: [2, 0], triangles: 2 } },
      { kind: 'uncovered', facts: { cards: ['r1', 'y2', 'b3'] } },
    ],
  } as PublicEvent;
  const steps = wimmuln.steps(before, now, told, position());
  expect(steps.at(-1)!.hold).toBe(0);
  expect(steps.at(-2)!.hold).toBeGreaterThan(3000);
  expect(steps.at(-2)!.to).toEqual({ '2.g8': 2, '0.g4': 2 });
});
