/** Requests over HTTP. */
import type { EventMessage, SceneMessage } from './scene';
import type {
  AnalysisAnswer,
  ChallengeAgain,
  ChallengeSeen,
  Comparison,
  DailyDeal,
  DealSetSeen,
  EveningBegun,
  EveningChange,
  EveningSeen,
  Game,
  Key,
  Listed,
  MadeChallenge,
  NewChallenge,
  NewTable,
  Me,
  PlayOn,
  PublicEvent,
  PuzzleListed,
  PuzzleShown,
  PuzzleSolution,
  Refused,
  Setup,
} from '../messages';

/** The server's no, worded. */
export class RefusedError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(path, { ...init, credentials: 'same-origin' });
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => ({ code: 'failed', message: answer.statusText }))) as Refused;
  throw new RefusedError(problem.code, problem.message);
}

export const me = () => ask<Me>('/api/me');
export const nameMe = (name: string, language: string) => ask<Me>('/api/me', { name, language });
export const myKey = () => ask<Key>('/api/me/key');
export const takeKey = (token: string) => ask<Me>('/api/me/key', { token });
export const games = () => ask<Game[]>('/api/games');
export const lobby = () => ask<Listed[]>('/api/tables');
export const myTables = () => ask<Listed[]>('/api/tables/mine');
/** The description of a table, for whoever has its link. */
export const tableOf = (table: string) => ask<Listed>(`/api/tables/${encodeURIComponent(table)}`);
export const makeTable = (setup: Partial<Setup> & Pick<Setup, 'game' | 'seats'>) => ask<NewTable>('/api/tables', setup);
export const replay = (table: string, match: number, seat: number) =>
  ask<[SceneMessage, ...EventMessage[]]>(
    `/api/tables/${encodeURIComponent(table)}/matches/${match}/replay?seat=${seat}`,
  );
/** A table at which one plays on from a moment of a finished match. */
export const playOn = (table: string, match: number, wish: PlayOn) =>
  ask<NewTable>(`/api/tables/${encodeURIComponent(table)}/matches/${match}/play_on`, wish);
/** How well a seat played a finished match, or how far one is in finding out. */
export const analysisOf = (table: string, match: number, seat: number) =>
  ask<AnalysisAnswer>(`/api/tables/${encodeURIComponent(table)}/matches/${match}/analysis?seat=${seat}`);
/** The puzzles of a game, one of them, and its solution. */
export const puzzles = (game: string) => ask<PuzzleListed[]>(`/api/puzzles/${encodeURIComponent(game)}`);
export const puzzle = (game: string, id: string) =>
  ask<PuzzleShown>(`/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`);
export const puzzleSolution = (game: string, id: string) =>
  ask<PuzzleSolution>(`/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}/solution`);
/** The deals of the day, and how far one is with them. */
export const today = () => ask<DailyDeal[]>('/api/today');
/** A set of deals: who has played it, and how that went. */
export const dealSet = (set: string) => ask<DealSetSeen>(`/api/sets/${encodeURIComponent(set)}`);
/** Where one plays a turn of a set. */
export const playSet = (set: string, turn: number) =>
  ask<NewTable>(`/api/sets/${encodeURIComponent(set)}/turns/${turn}`, {});
/** A new evening with several tables, one to look at, and one changed. */
export const beginEvening = (wish: {
  setup: Partial<Setup> & Pick<Setup, 'game' | 'seats'>;
  title: string;
  tables: number;
  hours: number;
}) => ask<EveningBegun>('/api/evenings', wish);
export const evening = (id: string) => ask<EveningSeen>(`/api/evenings/${encodeURIComponent(id)}`);
export const changeEvening = (id: string, change: EveningChange) =>
  ask<EveningSeen>(`/api/evenings/${encodeURIComponent(id)}`, change);
/** A challenge with new cards, or with those of a finished match. */
export const makeChallenge = (wish: NewChallenge) => ask<MadeChallenge>('/api/challenges', wish);
export const challengeAgain = (table: string, match: number, wish: ChallengeAgain) =>
  ask<MadeChallenge>(`/api/tables/${encodeURIComponent(table)}/matches/${match}/challenge`, wish);
/** A challenge: who plays it, and how that went. */
export const challenge = (id: string) => ask<ChallengeSeen>(`/api/challenges/${encodeURIComponent(id)}`);
/** Two people's matches of one turn of a challenge. */
export const comparison = (id: string, turn: number, one: string, other: string) => {
  const people = new URLSearchParams({ one, other }).toString();
  return ask<Comparison>(`/api/challenges/${encodeURIComponent(id)}/turns/${turn}/comparison?${people}`);
};
/** The latest chat. */
export const saidAt = (table: string) => ask<PublicEvent[]>(`/api/tables/${encodeURIComponent(table)}/said`);
/** Where the record of a match is. */
export const recordOf = (table: string, match: number) =>
  `/api/tables/${encodeURIComponent(table)}/matches/${match}/record`;
