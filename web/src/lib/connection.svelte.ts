/**
 * A table over its WebSocket. `truth` is the state that the server has told, merged as tests/server/serving.py does;
 * `shown` follows it event by event, slowly enough to be seen. One may act (`live`) when both agree, or when the
 * events between them ask nothing new of one's own seat: rivals who choose at the same time interrupt nobody.
 */
import type { Answer, Bye, Here, Hinted, Presence, Refused, Request, Time, PublicEvent } from '../messages';
import { Player } from './player.svelte';
import { saltCommand } from './salts';
import { type Direct, type EventMessage, merged, sameQuestion, type Scene, type SceneMessage } from './scene';
import { session } from './session.svelte';
import { announce } from './speech.svelte';

export type Command = Request['command'];

type Message = SceneMessage | EventMessage | Answer | Refused | Hinted | Presence | Time | Bye;

export type Status = 'connecting' | 'open' | 'lost' | 'closed';

interface Item {
  scene: Scene;
  told: PublicEvent;
}

interface Pending {
  request: Request;
  answer: (message: Answer | Refused | Hinted) => void;
}

const FATAL = [4401, 4403, 4404, 4410];
const BACKLOG = 14;
const SHORTEST = 500;
const LONGEST = 12_000;

/** Merges chat that was said before with chat that arrived since, which may be among it already. */
export function continued(before: PublicEvent[], since: PublicEvent[]): PublicEvent[] {
  const same = (count: number) =>
    before.slice(before.length - count).every((one, i) => JSON.stringify(one) === JSON.stringify(since[i]));
  let common = Math.min(before.length, since.length);
  while (!same(common)) common--;
  return [...before, ...since.slice(common)];
}

/** How long to wait before trying again, in milliseconds. */
export function backoff(tries: number, chance: number = Math.random()): number {
  return Math.min(LONGEST, SHORTEST * 2 ** tries) * (0.5 + chance / 2);
}

export class TableLink extends Player {
  status = $state<Status>('connecting');
  problem = $state<Refused | null>(null);
  truth = $state.raw<Scene | null>(null);
  people = $state.raw<Here[]>([]);
  /** Whether experts and masters play as regulars, until they are compiled. */
  regulars = $state.raw(false);
  time = $state.raw<{ at: number; time: Time } | null>(null);
  said = $state.raw<PublicEvent[]>([]);

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
  #showing = false;
  #over = false;
  #salting = false;

  constructor(
    readonly id: string,
    direct: Direct,
    readonly heard: (told: PublicEvent, scene: Scene, before: Scene) => void = () => {},
  ) {
    super(direct, announce);
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
        this.cut(this.truth);
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
    if (!this.#showing) void this.#showAll();
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
  async #showAll(): Promise<void> {
    this.#showing = true;
    while (this.#queue.length) {
      const { scene, told } = this.#queue.shift()!;
      await this.show(this.shown ?? scene, scene, told, document.hidden || this.#queue.length > BACKLOG);
    }
    if (this.truth && this.shown !== this.truth) this.shown = this.truth;
    this.#showing = false;
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
