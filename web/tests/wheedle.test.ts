import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WheedleView } from '../src/messages';
import { companies } from '../src/games/wheedle/companies';
import {
  centreText,
  EMPTY,
  fitted,
  GUARD,
  Guard,
  HOLD,
  Hold,
  keyed,
  offerText,
  seekText,
  spots,
  stackOf,
  stackText,
  stillGood,
  takeable,
  tapped,
} from '../src/games/wheedle/offers';

const HAND = { F: 3, B: 1, H: 4 };

test('companies stand in the order of the notation, with what is printed on their shares', () => {
  expect(
    companies()
      .map((one) => one.letter)
      .join(''),
  ).toBe('BTGHNPACF');
  expect(companies().map((one) => one.shares)).toEqual([9, 9, 7, 7, 7, 7, 5, 5, 5]);
  expect(companies().map((one) => one.majority)).toEqual([5, 5, 4, 4, 4, 4, 3, 3, 3]);
});

test('stacks are written in the order of the companies, whatever was tapped first', () => {
  expect(stackText({ F: 2, B: 1 })).toBe('B2F');
  expect(stackText({})).toBe('nothing');
  expect(stackOf('B2F')).toEqual({ B: 1, F: 2 });
  expect(stackOf('nothing')).toEqual({});
});

describe('what is put together', () => {
  test('an offer of one for one is a tap on a stack and a tap on a company', () => {
    const draft = tapped(tapped(EMPTY, 'give', 'F', HAND), 'want', 'B', HAND);
    expect(offerText(draft)).toBe('offer F for B');
    expect(offerText({ ...draft, to: 3 })).toBe('offer F for B to 3');
  });

  test('nothing wanted is a gift, nothing given is no offer', () => {
    expect(offerText({ give: { F: 2 }, want: {}, to: null })).toBe('offer 2F for nothing');
    expect(offerText({ give: {}, want: { B: 1 }, to: null })).toBeNull();
  });

  test('taps count up to what one holds, and then begin anew', () => {
    let draft = EMPTY;
    const seen = [1, 2, 3, 4].map(() => ((draft = tapped(draft, 'give', 'F', HAND)), draft.give['F'] ?? 0));
    expect(seen).toEqual([1, 2, 3, 0]);
  });

  test('nobody can want more than others may have', () => {
    let draft = EMPTY;
    const seen = [1, 2, 3].map(() => ((draft = tapped(draft, 'want', 'F', HAND)), draft.want['F'] ?? 0));
    expect(seen).toEqual([1, 2, 0]);
  });

  test('a company stands on one side', () => {
    const draft = tapped({ give: { F: 2 }, want: { B: 1 }, to: null }, 'want', 'F', HAND);
    expect(draft).toEqual({ give: {}, want: { B: 1, F: 1 }, to: null });
  });

  test('an announcement names companies, not counts', () => {
    expect(seekText({ give: { F: 3 }, want: { T: 1, B: 2 }, to: null })).toBe('seek BT give F');
    expect(seekText({ give: {}, want: { B: 1 }, to: null })).toBe('seek B');
    expect(seekText({ give: { F: 1, B: 1 }, want: {}, to: 2 })).toBe('give BF');
    expect(seekText(EMPTY)).toBeNull();
  });

  test('a swap lays one share and names the card it saw', () => {
    expect(centreText({ give: { F: 1 }, want: {}, to: null }, 'B')).toBe('centre F for B');
    expect(centreText({ give: { F: 2 }, want: {}, to: null }, 'B')).toBeNull();
    expect(centreText({ give: { F: 1, H: 1 }, want: {}, to: null }, 'B')).toBeNull();
    expect(centreText({ give: { F: 1 }, want: {}, to: null }, null)).toBeNull();
    expect(centreText({ give: { F: 1 }, want: {}, to: null }, 'F')).toBeNull();
  });

  test('who wants something else cannot lay it in the centre, and is not told to', () => {
    expect(centreText({ give: { F: 1 }, want: { B: 1 }, to: null }, 'B')).toBe('centre F for B');
    expect(centreText({ give: { F: 1 }, want: { B: 2 }, to: null }, 'B')).toBeNull();
    expect(centreText({ give: { F: 1 }, want: { T: 1 }, to: null }, 'B')).toBeNull();
  });

  test('what is no longer held falls out of it', () => {
    const draft = { give: { F: 2, H: 1 }, want: { B: 1 }, to: 4 };
    expect(fitted(draft, HAND)).toBe(draft);
    expect(fitted(draft, { F: 1 })).toEqual({ give: { F: 1 }, want: { B: 1 }, to: 4 });
  });
});

describe('a hint stays while what it recommends is possible', () => {
  const seat = (more = {}) => ({ held: 8, seeks: [], gives: [], offer: null, done: false, ...more });
  const look = (more = {}, own = {}) =>
    ({
      seat: 0,
      hand: HAND,
      centre: 'B',
      ending: null,
      stop_is_right: false,
      players: [seat(own), seat()],
      ...more,
    }) as unknown as WheedleView;

  test('an offer that it names stands', () => {
    expect(stillGood(look(), 'take 7', ['take 7', 'stop'])).toBe(true);
    expect(stillGood(look(), 'take 7', ['take 8', 'stop'])).toBe(false);
  });

  test('the card that it names lies in the centre, and one holds the other', () => {
    expect(stillGood(look(), 'centre F for B', [])).toBe(true);
    expect(stillGood(look({ centre: 'T' }), 'centre F for B', [])).toBe(false);
    expect(stillGood(look(), 'centre G for B', [])).toBe(false);
  });

  test('one holds what is to be offered, and has not offered it', () => {
    expect(stillGood(look(), 'offer 2F for T to 1', [])).toBe(true);
    expect(stillGood(look(), 'offer 4F for T', [])).toBe(false);
    expect(
      stillGood(look({}, { offer: { number: 3, give: { F: 2 }, want: { T: 1 }, to: 1 } }), 'offer 2F for T to 1', []),
    ).toBe(false);
    expect(
      stillGood(
        look({}, { offer: { number: 3, give: { F: 2 }, want: { T: 1 }, to: null } }),
        'offer 2F for T to 1',
        [],
      ),
    ).toBe(true);
  });

  test('one has not announced it', () => {
    expect(stillGood(look(), 'seek BT give F', [])).toBe(true);
    expect(stillGood(look({}, { seeks: ['T', 'B'], gives: ['F'] }), 'seek BT give F', [])).toBe(false);
    expect(stillGood(look({}, { gives: ['F'] }), 'give F', [])).toBe(false);
  });

  test('a stop comes before all else; to wait is good until something can be taken', () => {
    expect(stillGood(look({ stop_is_right: true }), 'take 7', ['take 7'])).toBe(false);
    expect(stillGood(look({ stop_is_right: true }), 'stop', ['stop'])).toBe(true);
    expect(stillGood(look(), '', ['stop'])).toBe(true);
    expect(stillGood(look(), '', ['take 7', 'stop'])).toBe(false);
    expect(stillGood(look({ ending: 'right_stop' }), 'stop', [])).toBe(false);
  });
});

test('offers light up that the server lets one take', () => {
  const offer = { number: 7, give: { F: 1 }, want: {}, to: null };
  expect(takeable(offer, ['stop', 'done', 'take 7'])).toBe(true);
  expect(takeable(offer, ['stop', 'done', 'take 70'])).toBe(false);
  expect(takeable(null, ['take 7'])).toBe(false);
});

test('letters give, with Shift they want; other keys mean no company', () => {
  expect(keyed('f', false)).toEqual({ side: 'give', letter: 'F' });
  expect(keyed('F', true)).toEqual({ side: 'want', letter: 'F' });
  expect(keyed('F', false)).toEqual({ side: 'give', letter: 'F' });
  for (const key of ['s', '1', 'Enter', '', ' ']) expect(keyed(key, false)).toBeNull();
});

test('a changed offer ignores taps for 300 ms', () => {
  const guard = new Guard();
  guard.see(7, 1000);
  expect(guard.open(1000 + GUARD - 1)).toBe(false);
  expect(guard.open(1000 + GUARD)).toBe(true);
  guard.see(7, 2000);
  expect(guard.open(2000)).toBe(true);
  guard.see(8, 2000);
  expect(guard.open(2299)).toBe(false);
  expect(guard.open(2300)).toBe(true);
});

describe('stop', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is cried once, after half a second', () => {
    const stop = vi.fn();
    const hold = new Hold(stop);
    hold.press();
    hold.press();
    vi.advanceTimersByTime(HOLD - 1);
    expect(stop).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(stop).toHaveBeenCalledTimes(1);
    expect(hold.running).toBe(false);
  });

  test('is not cried by who lets go too early', () => {
    const stop = vi.fn();
    const hold = new Hold(stop);
    hold.press();
    vi.advanceTimersByTime(HOLD - 1);
    hold.release();
    vi.advanceTimersByTime(HOLD);
    expect(stop).not.toHaveBeenCalled();
  });
});

test.each([
  [3, true],
  [4, true],
  [5, true],
  [6, true],
  [3, false],
  [4, false],
  [5, false],
  [6, false],
])('%i rivals and the centre share no place (wide: %s)', (rivals, wide) => {
  const found = spots(rivals, wide);
  expect(found).toHaveLength(rivals + 1);
  expect(new Set(found.map((one) => `${one.column} ${one.row}`)).size).toBe(rivals + 1);
  expect(found[0]!.column).toBe('1'); // who plays next sits on the left
});
