/** What is asked over HTTP. */
import type { EventMessage, SceneMessage } from './scene';
import type { Game, Key, Listed, NewTable, Me, Refused, Setup, Told } from '../messages';

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
/** What is known of a table, for whoever has its link. */
export const tableOf = (table: string) => ask<Listed>(`/api/tables/${encodeURIComponent(table)}`);
export const makeTable = (setup: Partial<Setup> & Pick<Setup, 'game' | 'seats'>) => ask<NewTable>('/api/tables', setup);
export const replay = (table: string, match: number, seat: number) =>
  ask<[SceneMessage, ...EventMessage[]]>(
    `/api/tables/${encodeURIComponent(table)}/matches/${match}/replay?seat=${seat}`,
  );
/** What people said last. */
export const saidAt = (table: string) => ask<Told[]>(`/api/tables/${encodeURIComponent(table)}/said`);
/** Where the record of a match is. */
export const recordOf = (table: string, match: number) =>
  `/api/tables/${encodeURIComponent(table)}/matches/${match}/record`;
