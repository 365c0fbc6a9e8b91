/** The shelf as the server tells of it: `python tools/messages.py` writes it down. */
import { stock } from '../src/lib/shelf';
import type { Game } from '../src/messages';
import games from './fixtures/games.json?raw';

stock(JSON.parse(games) as Game[]);
