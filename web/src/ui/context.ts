import { createContext } from 'svelte';
import type { GameClient } from '../games/game';

/** The game whose cards are drawn. */
export const [gameHere, setGame] = createContext<() => { name: string; client: GameClient }>();
