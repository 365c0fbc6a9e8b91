/** A person's own settings; kept in this browser. */
import type { Setup } from '../messages';

export const LANGUAGES = ['en', 'fr', 'nl', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Level = NonNullable<Setup['level']>;

export interface Settings {
  language: Language;
  theme: 'auto' | 'light' | 'dark';
  sound: boolean;
  animation: boolean;
  confirm: boolean;
  hints: boolean;
  hintLevel: Level;
  keys: boolean;
  calm: boolean;
  purist: boolean;
  /** How long a call in Willi waits for an answer; not chosen at first. */
  ring: '' | 'off' | 'long' | 'short';
  /** Whether one reads what bots say. */
  banter: boolean;
  /** Whether moves are listed beside the table, where there is room. */
  log: boolean;
}

const PLACE = 'ludotheque.settings';

/** The first of our languages that the browser names. */
export function preferred(wanted: readonly string[]): Language {
  const known = wanted.map((one) => one.slice(0, 2).toLowerCase()) as Language[];
  return known.find((one) => LANGUAGES.includes(one)) ?? 'en';
}

function usual(): Settings {
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages;
  return {
    language: preferred(wanted),
    theme: 'auto',
    sound: true,
    animation: true,
    confirm: false,
    hints: true,
    hintLevel: 'expert',
    keys: true,
    calm: false,
    purist: false,
    ring: '',
    banter: true,
    log: true,
  };
}

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings = $state<Settings>({ ...usual(), ...kept() });

/** Keeps a choice. */
export function choose<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing still plays
  }
}

/** How fast bots act at tables that one opens. */
export function pace(): 'usual' | 'calm' {
  return settings.calm ? 'calm' : 'usual';
}

/** Whether things may move. */
export function moving(): boolean {
  return settings.animation && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
