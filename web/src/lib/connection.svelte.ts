/**
 * A table over its WebSocket. `truth` is the state that the server has told, merged as tests/server/serving.py does;
 * `shown` follows it event by event, slowly enough to be seen. One may act (`live`) when both agree, or when the
 * events between them ask nothing new of one's own seat: rivals who choose at the same time interrupt nobody.
 */
import { tick } from 'svelte';
import type {
  Answer,
  Bye,
  Here,
  Hinted,
  Presence,
  Refused,
  Request,
  Standing,
  TableSeen,
  Time,
  Told,
} from '../messages';
import { saltCommand } from './salts';
import { session } from './session.svelte';
import { settings } from './settings.svelte';
import { play, type Sound } from './sounds';
import { announce } from './speech.svelte';
import { depart, land, remember, type Routes } from './travel';

export type Command = Request['command'];

/** What is a seat's own, beside its fields of the view. */
export interface Mine {
  seat?: number | null;
  choices?: string[];
  asked?: number;
  changeable?: boolean;
  standing?: Standing | null;
  [field: string]: unknown;
}

export interface Scene {
  n: number;
  table: TableSeen;
  view: Record<string, unknown> | null;
  mine: Mine;
}

export type SceneMessage = Scene & { kind: 'scene' };
export type EventMessage = {
  kind: 'event';
  n: number;
  event: Told;
  table?: Partial<TableSeen>;
  view?: Record<string, unknown>;
  mine?: Mine;
};
type Message = SceneMessage | EventMessage | Answer | Refused | Hinted | Presence | Time | Bye;

/** One picture of an event, for so many milliseconds. */
export interface Step extends Routes {
  /** The view with one's own fields, as it is at that moment. */
  view: object;
  hold: number;
  sound?: Sound;
  say?: string;
  /** What the game wants to remember of this moment, such as who wins the trick. */
  note?: Record<string, unknown>;
}

export type Direct = (before: Scene, after: Scene, told: Told) => Step[];
export type Status = 'connecting' | 'open' | 'lost' | 'closed';

interface Item {
  scene: Scene;
  told: Told;
}

interface Pending {
  request: Request;
  answer: (message: Answer | Refused | Hinted) => void;
}

const FATAL = [4401, 4403, 4404, 4410];
const BACKLOG = 14;
const SHORTEST = 500;
const LONGEST = 12_000;
/** Factors for the time that pictures stay, by the pace of the table. */
const HOLDS = { quick: 0.6, usual: 1, calm: 1.6 };

/** A scene and an event make the next scene. */
export function merged(scene: Scene, message: Omit<EventMessage, 'kind' | 'event'>): Scene {
  return {
    n: message.n,
    table: message.table ? { ...scene.table, ...message.table } : scene.table,
    view: message.view ? { ...scene.view, ...message.view } : scene.view,
    mine: message.mine ? { ...scene.mine, ...message.mine } : scene.mine,
  };
}

/** What was said before, and what was heard since one asked for it, which may be among it already. */
export function continued(before: Told[], since: Told[]): Told[] {
  const same = (count: number) =>
    before.slice(before.length - count).every((one, i) => JSON.stringify(one) === JSON.stringify(since[i]));
  let common = Math.min(before.length, since.length);
  while (!same(common)) common--;
  return [...before, ...since.slice(common)];
}

/** Whether two scenes ask the same of one's own seat, and something at all. */
export function sameQuestion(one: Scene, other: Scene): boolean {
  const asked = ({ table, view, mine }: Scene) =>
    JSON.stringify([table.match, table.stage, view?.['phase'], mine.seat, mine.asked, mine.changeable, mine.choices]);
  const open = (one.mine.choices?.length ?? 0) > 0 || one.mine.changeable === true;
  return open && (one === other || asked(one) === asked(other));
}

/** How long to wait before trying again, in milliseconds. */
export function backoff(tries: number, chance: number = Math.random()): number {
  return Math.min(LONGEST, SHORTEST * 2 ** tries) * (0.5 + chance / 2);
}

export class TableLink {
  status = $state<Status>('connecting');
  problem = $state<Refused | null>(null);
  truth = $state.raw<Scene | null>(null);
  shown = $state.raw<Scene | null>(null);
  note = $state.raw<Record<string, unknown>>({});
  busy = $state(false);
  people = $state.raw<Here[]>([]);
  /** Whether experts and masters play as regulars, until they are compiled. */
  regulars = $state.raw(false);
  time = $state.raw<{ at: number; time: Time } | null>(null);
  said = $state.raw<Told[]>([]);

  /** Whether one may act on what is shown. */
  readonly live = $derived.by(() => {
    const { shown, truth } = this;
    if (this.status !== 'open' || this.busy || !shown || !truth) return false;
    return shown.n === truth.n || sameQuestion(shown, truth);
  });

  #socket: WebSocket | null = null;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pending = new Map<string, Pending>();
  #queue: Item[] = [];
  #skip: (() => void) | null = null;
  #showing = false;
  #over = false;
  #salting = false;

  constructor(
    readonly id: string,
    readonly direct: Direct,
    readonly heard: (told: Told, scene: Scene, before: Scene) => void = () => {},
  ) {
    addEventListener('online', this.#retry);
    addEventListener('offline', this.#lose);
    this.#open();
  }

  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#retry);
    removeEventListener('offline', this.#lose);
    this.#socket?.close();
    this.status = 'closed';
  }

  #open(): void {
    const asked = new URLSearchParams();
    if (this.truth) {
      asked.set('since', String(this.truth.n));
      if (typeof this.truth.mine.seat === 'number') asked.set('seat', String(this.truth.mine.seat));
    }
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.id)}?${asked}`);
    this.#socket = socket;
    socket.onopen = () => {
      if (this.truth) this.#opened();
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#take(JSON.parse(String(event.data)) as Message);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code);
    };
  }

  #opened(): void {
    this.status = 'open';
    this.#tries = 0;
    for (const { request } of this.#pending.values()) this.#socket?.send(JSON.stringify(request));
  }

  #closed(code: number): void {
    this.#socket = null;
    if (this.#over) return;
    if (FATAL.includes(code)) {
      this.status = 'closed';
      return;
    }
    this.status = 'lost';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), backoff(this.#tries++));
  }

  #retry = (): void => {
    if (this.status !== 'lost') return;
    clearTimeout(this.#timer);
    this.#open();
  };

  #lose = (): void => {
    const socket = this.#socket;
    if (!socket || this.status !== 'open') return;
    socket.close();
    this.#closed(1006);
  };

  /** Asks for everything anew. */
  #restart(): void {
    this.truth = null;
    this.#socket?.close();
    this.#socket = null;
    this.#open();
  }

  #take(message: Message): void {
    switch (message.kind) {
      case 'scene':
        this.#queue = [];
        this.truth = { n: message.n, table: message.table, view: message.view, mine: message.mine };
        this.#skip?.();
        if (!this.busy) this.shown = this.truth;
        if (this.status !== 'open') this.#opened();
        this.#addSalt();
        break;
      case 'event':
        this.#event(message);
        this.#addSalt();
        break;
      case 'presence':
        this.people = message.people;
        this.regulars = message.regulars;
        break;
      case 'time':
        this.time = { at: performance.now(), time: message };
        break;
      case 'bye':
        this.status = 'lost';
        break;
      default:
        this.#answered(message);
    }
  }

  #event(message: EventMessage): void {
    if (!this.truth || message.n !== this.truth.n + 1) return this.#restart();
    if (this.status !== 'open') this.#opened();
    const before = this.truth;
    const scene = merged(before, message);
    this.truth = scene;
    if (message.event.kind === 'said' && message.event.name) this.said = [...this.said, message.event];
    this.heard(message.event, scene, before);
    this.#queue.push({ scene, told: message.event });
    if (!this.#showing) void this.#show();
  }

  #answered(message: Answer | Refused | Hinted): void {
    if (message.id === null) {
      if (message.kind === 'refused') this.problem = message;
      return;
    }
    this.#pending.get(message.id)?.answer(message);
    this.#pending.delete(message.id);
  }

  /** Promises a salt for the deals, and reveals it when the table asks: nobody has to think of it. */
  #addSalt(): void {
    const command = this.truth && !this.#salting ? saltCommand(this.truth.table, session.me?.id ?? '') : null;
    if (!command) return;
    this.#salting = true;
    void this.send(command).then(({ kind }) => {
      this.#salting = false;
      if (kind === 'answer') this.#addSalt();
    });
  }

  /** Shows what has happened, one after the other. */
  async #show(): Promise<void> {
    this.#showing = true;
    while (this.#queue.length) {
      const { scene, told } = this.#queue.shift()!;
      const before = this.shown ?? scene;
      const steps = document.hidden || this.#queue.length > BACKLOG ? [] : this.direct(before, scene, told);
      const steady = sameQuestion(before, scene);
      for (const step of steps.slice(0, -1)) {
        if (step.hold > 0 && !steady) this.busy = true;
        await this.#picture(pictured(before, scene, step), step);
      }
      this.busy = false; // the last picture is the scene itself: one may act while cards are still on their way
      await this.#picture(scene, steps.at(-1) ?? { view: scene.view ?? {}, hold: 0 });
    }
    if (this.truth && this.shown !== this.truth) this.shown = this.truth;
    this.note = {};
    this.#showing = false;
  }

  async #picture(scene: Scene, step: Step): Promise<void> {
    const before = remember();
    this.shown = scene;
    this.note = step.note ?? {};
    if (step.sound) play(step.sound);
    if (step.say) announce(step.say);
    await tick();
    depart(before, step);
    const hold = step.hold * HOLDS[scene.table.setup.pace] * (settings.animation ? 1 : 0.6);
    if (hold > 0) await this.#wait(hold);
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((done) => {
      const finish = () => {
        clearTimeout(timer);
        this.#skip = null;
        done();
      };
      const timer = setTimeout(finish, milliseconds);
      this.#skip = finish;
    });
  }

  /** On to what comes next, without waiting. */
  skip(): void {
    land();
    this.#skip?.();
  }

  /** Asks something of the table; the same request is sent again if the line breaks. */
  send(command: Command): Promise<Answer | Refused | Hinted> {
    const request: Request = { id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, command };
    return new Promise((answer) => {
      this.#pending.set(request.id, { request, answer });
      if (this.status === 'open') this.#socket?.send(JSON.stringify(request));
    });
  }
}

/** A moment between two scenes: what is one's own is as the picture shows it. There is nothing new to choose. */
export function pictured(before: Scene, after: Scene, step: Step): Scene {
  const view = step.view as Record<string, unknown>;
  const own = Object.entries(after.mine).map(([name, value]) => [name, name in view ? view[name] : value]);
  const choices = sameQuestion(before, after) ? (after.mine.choices ?? []) : [];
  return { ...after, n: before.n, view, mine: { ...Object.fromEntries(own), choices } };
}
