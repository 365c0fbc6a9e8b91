/**
 * Words in four languages. `t` says what the pages say (src/words and games/NAME/words); `say` what the games say, from
 * the server's own catalogues, filled as games/wording.py fills them.
 */
import { choose, type Language, settings } from './settings.svelte';

export type Fact = string | number | boolean | null | undefined | readonly (string | number)[];
export type Facts = Record<string, Fact>;
type Table = Record<string, string>;
type Catalogue = Record<string, Table | string>;

const common = import.meta.glob<Table>('../words/*.json', { import: 'default' });
const own = import.meta.glob<Table>('../games/*/words/*.json', { import: 'default' });

const state = $state<{ language: Language; words: Table; games: Record<string, Catalogue> }>({
  language: 'en',
  words: {},
  games: {},
});
/** British English: no comma before the last of several. */
const SPELLING: Record<Language, string> = { en: 'en-GB', fr: 'fr', nl: 'nl', de: 'de' };
const loaded = new Set<string>();

/** Fills a template: `{name}`, also Python's `{name!r}`. */
export function filled(template: string, facts: Record<string, string>): string {
  return template.replace(/\{(\w+)(?:![rs])?\}/g, (whole, name: string) => facts[name] ?? whole);
}

/** Says something of the pages. */
export function t(key: string, facts: Facts = {}): string {
  const template = state.words[key];
  if (template === undefined) return key;
  return filled(template, Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, String(fact)])));
}

/** A day, shortly: "12 Nov". The year is said if it is another than this. */
export function day(seconds: number, now: Date = new Date()): string {
  const date = new Date(1000 * seconds);
  const year = date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  return new Intl.DateTimeFormat(SPELLING[state.language], { day: 'numeric', month: 'short', ...year }).format(date);
}

/** A day of the deal of the day in words, as it is in UTC: "Wednesday 18 November". */
export function longDay(seconds: number): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(SPELLING[state.language], parts).format(new Date(1000 * seconds));
}

/** A day and a time where one is: "Thu 23:15". */
export function dayTime(seconds: number): string {
  const parts = { weekday: 'short', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(SPELLING[state.language], parts).format(new Date(1000 * seconds));
}

/** Points with one decimal, as the language writes it: "1.9". */
export function tenths(points: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
  return new Intl.NumberFormat(SPELLING[state.language], digits).format(points);
}

/** Points with a true minus, and a plus where they are more than something: "+3"; of parts the first decimal. */
export function signed(points: number): string {
  const tenths = Math.round(10 * points) / 10;
  const format = new Intl.NumberFormat(SPELLING[state.language], { maximumFractionDigits: 1, useGrouping: false });
  return `${tenths > 0 ? '+' : tenths < 0 ? '−' : '±'}${format.format(Math.abs(tenths))}`;
}

/** Says how many there are, by the plural rules of the language: `key.one` or `key.other`, with `{count}`. */
export function counted(key: string, count: number, facts: Facts = {}): string {
  return t(`${key}.${new Intl.PluralRules(state.language).select(count)}`, { count, ...facts });
}

/** Several in one breath: "Ada, Ben and Lisa". */
export function joined(names: readonly string[]): string {
  return new Intl.ListFormat(SPELLING[state.language]).format(names);
}

/** Whether there is such a message. */
export function has(key: string): boolean {
  return key in state.words;
}

/** Says something of a game: `say('willi', 'reason', 'highest', { total: 51 })`. */
export function say(game: string, table: string, key: string, facts: Facts = {}): string {
  const words = state.games[game] ?? {};
  const template = (words[table] as Table | undefined)?.[key];
  if (template === undefined) return key;
  return filled(
    template,
    Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, worded(words, name, fact)])),
  ).replaceAll('..', '.'); // a company's name may end with a full stop of its own
}

/** A fact as people say it. */
export function worded(words: Catalogue, name: string, fact: Fact): string {
  if (Array.isArray(fact)) return joined(fact.map((one) => worded(words, name, one as string)));
  const kind = name.split('_')[0]!;
  if (kind === 'card' || kind === 'cards') return card(words, String(fact));
  if (kind === 'shares' && typeof fact === 'string') return shares(words, fact);
  const table = words[kind];
  if (typeof table === 'object') return table[String(fact)] ?? String(fact);
  return typeof fact === 'number' ? String(fact).replace('-', '−') : String(fact);
}

/** Shares of one company: 2F are two Fats Foods. */
function shares(words: Catalogue, fact: string): string {
  const [amount, company] = [words['amount'] as Table | undefined, words['company'] as Table | undefined];
  return `${amount?.[fact.slice(0, -1) || '1'] ?? ''} ${company?.[fact.slice(-1)] ?? fact}`.trim();
}

function card(words: Catalogue, name: string): string {
  for (const table of ['special', 'company']) {
    const found = (words[table] as Table | undefined)?.[name];
    if (found) return found;
  }
  const pattern = (words['card'] as Table | undefined)?.[name[0]!] ?? '{number}';
  return filled(pattern, { number: name.slice(1) });
}

/** A card's name: "green 5". */
export function cardName(game: string, name: string): string {
  return card(state.games[game] ?? {}, name);
}

/** A game in one line. */
export function about(game: string): string {
  return String(state.games[game]?.['about'] ?? '');
}

async function fetched(path: string, found: Record<string, () => Promise<Table>>): Promise<void> {
  if (loaded.has(path) || !found[path]) return;
  const words = await found[path]();
  loaded.add(path);
  Object.assign(state.words, words);
}

/** Loads a language and speaks it from then on. */
export async function speak(language: Language): Promise<void> {
  const games = fetch(`/api/words/${language}`).then((answer) => (answer.ok ? answer.json() : {}));
  loaded.clear();
  await fetched(`../words/${language}.json`, common);
  for (const game of spoken) await fetched(`../games/${game}/words/${language}.json`, own);
  state.games = (await games) as Record<string, Catalogue>;
  state.language = language;
  document.documentElement.lang = language;
  if (settings.language !== language) choose('language', language);
}

const spoken = new Set<string>();

/** Loads the page's words for one game. */
export async function speakOf(game: string): Promise<void> {
  spoken.add(game);
  await fetched(`../games/${game}/words/${state.language}.json`, own);
}

/** The language that is spoken. */
export function language(): Language {
  return state.language;
}
