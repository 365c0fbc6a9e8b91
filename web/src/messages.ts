// Written by `python tools/messages.py` from the server's types.

/**
 * A table as everybody sees it. `secret` is shown when the match is over; a lesson, and what is played on from
 * a moment of another match, promises nothing; that of a set of deals is shown when the set is opened.
 *
 * While it is `starting`, players reveal the salts that they promised by `salt_commitments`. During the match, a seat
 * with a commitment and no salt was left out.
 */
export interface TableSeen {
  id: string;
  setup: Setup;
  options: Record<string, string | number | boolean>;
  stage: "open" | "over" | "playing";
  starting: boolean;
  match: number;
  host: string;
  seats: SeatSeen[];
  commitment: string;
  salt_commitments: string[];
  salts: string[];
  secret: string | null;
  sheet: Round[];
  winners: number[];
  played_on?: MomentSeen;
  same?: SameCards;
}

/** A game and how it is played at this table. */
export interface Setup {
  game: string;
  seats: number;
  edition: string | null;
  options: Record<string, string | number | boolean>;
  clock: "brisk" | "off" | "relaxed";
  level: "expert" | "master" | "newcomer" | "regular";
  pace: "calm" | "quick" | "usual";
  hints: boolean;
  memory: boolean;
  spectators: boolean;
  open_cards: boolean;
  listed: boolean;
  lesson: boolean;
  first: number | null;
}

/** A seat as everybody sees it. Without person and level it is free. */
export interface SeatSeen {
  person: string;
  name: string;
  level: string;
  away: boolean;
  ready: boolean;
  claim: Claim | null;
  leaving: boolean;
}

/** The person who will have a seat from the next deal on. */
export interface Claim {
  person: string;
  name: string;
}

/** A line of the score sheet: points by place, and why. */
export interface Round {
  gained: number[];
  reasons: Reason[][];
}

/** Why a place got some points in a round, to be worded in any language. */
export interface Reason {
  kind: string;
  points: number;
  facts: Record<string, string | number | (string | number)[]>;
}

/** A moment of another match, through the eyes of the seat that plays on from there. */
export interface MomentSeen {
  table: string;
  match: number;
  at: number;
  seat: number;
  new_deal: boolean;
}

/** The set of deals that a table belongs to. */
export interface SameCards {
  set: string;
  kind: "challenge" | "day" | "evening";
  salts?: string[];
}

/** An event as a viewer may know it. Which fields it has depends on its kind; `happened` tells what followed. */
export interface PublicEvent {
  kind: string;
  seat?: number | null;
  do?: string | null;
  person?: string | null;
  name?: string | null;
  level?: string | null;
  text?: string | null;
  preset?: string | null;
  until?: string | null;
  bot?: boolean;
  again?: boolean;
  late?: boolean;
  happened?: Happening[];
}

/** Something that everybody saw happen, to be shown or worded by those who know no rules. */
export interface Happening {
  kind: string;
  facts: Record<string, string | number | (string | number)[]>;
}

/** An answer given in advance, and the round and trick it was given in. */
export interface Standing {
  do: string;
  until: "round" | "trick";
  round: number;
  stretch: number;
}

/** It was done. */
export interface Answer {
  kind: "answer";
  id: string;
}

/** It was not done; the message is in the person's language. */
export interface Refused {
  kind: "refused";
  id: string | null;
  code: string;
  facts: Record<string, unknown>;
  message: string;
}

/**
 * A bot's advice: an action (null: wait), the same as data, its reason, both in the person's language.
 *
 * `level` is the one at which the bot plays now.
 */
export interface Hinted {
  kind: "hinted";
  id: string;
  do: string | null;
  deed: Deed;
  because: Because;
  message: string;
  level: "expert" | "master" | "newcomer" | "regular";
}

/** The effect of an action. */
export interface Deed {
  kind: string;
  facts: Record<string, string | number | (string | number)[]>;
}

/** Why somebody did something: one sentence, and one more if there was a search. */
export interface Because {
  kind: string;
  facts: Record<string, string | number | (string | number)[]>;
  search: Search | null;
}

/** The expected result of an action compared with another's. */
export interface Search {
  kind: string;
  facts: Record<string, number>;
  other: Deed;
}

/** The people who are connected; and whether experts and masters play as regulars until they are compiled. */
export interface Presence {
  kind: "presence";
  people: Here[];
  regulars: boolean;
}

/** Somebody who has this table open. */
export interface Here {
  person: string;
  name: string;
}

/** Seconds until the clock does something: for each seat that must act, for the market, for the next deal. */
export interface Time {
  kind: "time";
  seats: Record<string, number>;
  market: number | null;
  deal: number | null;
}

/** The server stops or restarts; come back in so many seconds. */
export interface Bye {
  kind: "bye";
  code: string;
  seconds: number;
}

/** The person who asks. */
export interface Me {
  id: string;
  name: string;
  language: string;
}

/** A box on the shelf. */
export interface Game {
  name: string;
  title: string;
  seats: number[];
  options: Option[];
  editions: Record<string, Record<string, string | number | boolean>>;
  cards: string[];
  first_name: string;
  always_first: Record<string, number>;
  printed: Record<string, Record<string, number>>;
  levels: string[];
  market: boolean;
}

/** A rule that the table may choose: among `choices`, or a number from `low` to `high`. The first is the default. */
export interface Option {
  name: string;
  choices: (string | boolean)[];
  low: number;
  high: number;
  default: number;
}

/** A new table; its link is /t/ID. */
export interface NewTable {
  id: string;
}

/** A table in a list. */
export interface Listed {
  id: string;
  game: string;
  stage: string;
  made: number;
  touched: number;
  about: About;
}

/** The summary of a table in lists. */
export interface About {
  setup: Setup;
  seats: SeatSeen[];
  match: number;
  scores: number[];
  winners: number[];
}

/** An analysis, or how far it is: so many lines of the record out of so many, after so many other analyses. */
export interface AnalysisAnswer {
  analysis: Analysis | null;
  done: number;
  of: number;
  ahead: number;
}

/** A finished match, judged for one seat. */
export interface Analysis {
  format: number;
  game: string;
  seats: number;
  names: string[];
  seat: number;
  given_away: number;
  like: string;
  levels: LevelRow[];
  rounds: JudgedRound[];
  decisions: JudgedDecision[];
  moments: number[];
  curve: CurvePoint[];
}

/** Points that a level of bot gives away in a round, by the same judge. */
export interface LevelRow {
  level: string;
  given_away: number;
  margin: number;
  mistakes: number;
  rounds: number;
}

/** One round of a match for one seat. */
export interface JudgedRound {
  round: number;
  gained: number;
  parts: Parts;
  given_away: number;
  chance_given_away: number;
  decisions: number;
  doubtful: number;
  mistakes: number;
  chance: number;
}

/** Where the points of a round came from: average + deal + others + own = result. */
export interface Parts {
  average: number;
  deal: number;
  others: number;
  own: number;
  result: number;
}

/**
 * One decision, judged by the view of its seat right before line `step` of the record.
 *
 * Steps count deals and actions from 1, as `ludotheque replay` does. A decision is that line itself, or something that
 * was `missed` until then: a right stop that was not cried, or an offer that was not taken.
 */
export interface JudgedDecision {
  step: number;
  round: number;
  mark: "doubtful" | "fine" | "mistake";
  legal: number;
  played: Alternative;
  better: Alternative | null;
  points: Interval | null;
  chance: Interval | null;
  because: Because | null;
  missed: "" | "stop" | "trade";
  worlds: number;
  unseen: Odds[];
}

/** One choice that a seat had, and what it promised by what the seat knew. */
export interface Alternative {
  do: string;
  deed: Deed | null;
  points: number;
  chance: number;
}

/** An expected difference, and where it lies with 95 %. */
export interface Interval {
  mean: number;
  low: number;
  high: number;
}

/**
 * A hand or a pile that a seat did not see: in how many worlds of a hundred each card lay there.
 *
 * Of several identical cards it is a hundred times their average number. What is always the same is left out.
 */
export interface Odds {
  where: string;
  place: number | null;
  cards: Record<string, number>;
}

/** The chance of the match before line `step` by what the seat knew then, or right after a round. */
export interface CurvePoint {
  step: number;
  chance: number;
}

/** A puzzle in a list. */
export interface PuzzleListed {
  id: string;
  number: number;
  missed_by: string[];
}

/** A puzzle, without its solution. `messages` are a scene and events, as a replay tells them to that seat. */
export interface PuzzleShown {
  id: string;
  game: string;
  number: number;
  of: number;
  seat: number;
  missed_by: string[];
  options: PuzzleOption[];
  messages: unknown[];
}

/** One of the choices: an action, empty for waiting, and the same in words. */
export interface PuzzleOption {
  do: string;
  deed: Deed;
}

/** The best choice, why it is, and what the others give away; the best comes first. */
export interface PuzzleSolution {
  best: string;
  because: Because;
  choices: OptionWeighed[];
}

/** A choice's cost, in points of the round; with 99 % it is no further off than the margin. */
export interface OptionWeighed {
  do: string;
  deed: Deed;
  gives_away: number;
  margin: number;
}

/** A game's deal of the day, and one's own part in it. */
export interface DailyDeal {
  promise: SetPromise;
  mine: Mine | null;
}

/** A deal set as it is announced before it is played; with its secret once that is opened. */
export interface SetPromise {
  set: string;
  kind: "challenge" | "day" | "evening";
  game: string;
  commitment: string;
  committed: number;
  begins: number;
  ends: number | null;
  opens: number | null;
  secret: string | null;
}

/** How far somebody is with one of their turns: where they play it, and how it ended. */
export interface Mine {
  turn: number;
  seat: number;
  progress: "new" | "over" | "playing";
  table: string | null;
  points: number | null;
  over: number | null;
  rank: number | null;
  players: number;
  share: string | null;
}

/** A set of deals. Rankings and bots' points are shown to those who have played all that is theirs to play. */
export interface DealSetSeen {
  promise: SetPromise;
  setup: Setup;
  levels: string[];
  mine: Mine[];
  done: boolean;
  ranking: Ranked[];
  bots: BotPoints[];
}

/** A line of a ranking; `over` tells how much more than a bot made there, if that is known. */
export interface Ranked {
  rank: number;
  person: string;
  name: string;
  points: number;
  over: number | null;
  table: string;
}

/** The result of a level of bot at a seat of a deal set. */
export interface BotPoints {
  seat: number;
  level: string;
  points: number;
}

/** A new challenge; its link is /challenge/ID. */
export interface MadeChallenge {
  id: string;
}

/** A challenge. The ranking and all points of others are shown to those who have played all turns. */
export interface ChallengeSeen {
  promise: SetPromise;
  setup: Setup;
  levels: string[];
  seats: number[];
  maker: string;
  own: boolean;
  mine: ChallengeTurn[];
  known: boolean;
  done: boolean;
  players: Challenged[];
  original: OriginalResult[];
  ranking: ChallengeRank[];
}

/** One of one's own turns: from which seat, how far it is, where it is played. */
export interface ChallengeTurn {
  turn: number;
  seat: number;
  progress: "new" | "over" | "playing";
  table: string | null;
  points: number | null;
}

/** Somebody who plays a challenge, and how many turns are over. Points are told in the ranking. */
export interface Challenged {
  person: string;
  name: string;
  turns: number;
  done: boolean;
}

/** Somebody's result in the match whose cards are dealt again; not ranked, as its bots went by another chance. */
export interface OriginalResult {
  person: string;
  name: string;
  seat: number;
  points: number | null;
}

/** A line of the ranking: the points of all turns, and how much more that is than regular bots made there. */
export interface ChallengeRank {
  rank: number;
  person: string;
  name: string;
  points: number;
  over: number | null;
  turns: number[];
}

/** Two people's matches with the same cards from the same seat, trick by trick. */
export interface Comparison {
  game: string;
  turn: number;
  seat: number;
  tricks: boolean;
  players: [ComparedPlayer, ComparedPlayer];
  rounds: ComparedRound[];
}

/** One of two people whose matches are compared. */
export interface ComparedPlayer {
  person: string;
  name: string;
  points: number;
  names: string[];
  table: string;
  match: number;
  original: boolean;
}

/** A round of two matches. */
export interface ComparedRound {
  round: number;
  gained: [number | null, number | null];
  tricks: ComparedTrick[];
}

/** A trick of two matches; None for whom the round was over before. */
export interface ComparedTrick {
  trick: number;
  same: boolean;
  sides: [TrickPlayed | null, TrickPlayed | null];
}

/** Somebody's choices in one trick: what lay there before, what was chosen, the place that took it. */
export interface TrickPlayed {
  lying: LyingCard[];
  chosen: Deed[];
  taken_by: number | null;
}

/** A card that lay in the trick, and the place it came from. */
export interface LyingCard {
  place: number;
  card: string;
}

/** A new evening; its link is /evening/ID. */
export interface EveningBegun {
  id: string;
}

/** An evening. Results are shown to those whose own match is over, and to all once it is closed. */
export interface EveningSeen {
  id: string;
  title: string;
  game: string;
  setup: Setup;
  same_bots: boolean;
  host: string;
  host_name: string;
  begun: number;
  ends: number;
  now: number;
  closed: number | null;
  commitment: string;
  secret: string | null;
  tables: EveningTableSeen[];
  mine: MyPlace | null;
  results: boolean;
  ranking: EveningRanked[];
}

/** A table of an evening; its id is told to whoever may open it, or look back at it. */
export interface EveningTableSeen {
  number: number;
  stage: "open" | "over" | "playing";
  seats: EveningSeatSeen[];
  id: string | null;
}

/** A seat at a table of an evening: without person and level it is free. Results once one may see them. */
export interface EveningSeatSeen {
  person: string;
  name: string;
  level: string;
  points: number | null;
  over: number | null;
}

/** Where somebody sits at an evening. */
export interface MyPlace {
  table: number;
  seat: number;
}

/** A line of an evening's ranking: somebody's points, and how they compare with the others in that seat. */
export interface EveningRanked {
  rank: number;
  person: string;
  name: string;
  table: number;
  seat: number;
  points: number;
  over: number;
  match_points: number;
}

/**
 * The view of one seat. `worth` is the hand's score as it is. `takes` has those of the seat's choices that take
 * a row, and how each would change `worth`; every other choice fits.
 */
export interface HolzwurmView {
  game: string;
  seat: number | null;
  seats: number;
  options: Record<string, number>;
  round: number;
  rounds: number;
  starter: number;
  phase: string;
  actors: number[];
  hand: string[];
  worth: number;
  takes: Record<string, number>;
  held: number[];
  rows: HolzwurmRow[];
  fate: string[];
  gained: number[];
  scores: number[];
  memory: HolzwurmMemory[] | null;
}

/** A row of the table. `needs` is the lowest number that can be laid without taking it; null if none can. */
export interface HolzwurmRow {
  slot: number;
  colour: string | null;
  minus: string[];
  plus: string[];
  count: number;
  needs: number | null;
}

/** An attentive player's memory of one seat: cards seen going into the hand. After a round: the hand. */
export interface HolzwurmMemory {
  shown: string[];
}

/** The view of one seat. `memory` are shares that each hand is known to have, at least. */
export interface WheedleView {
  game: string;
  seat: number | null;
  seats: number;
  options: Record<string, string | number | boolean>;
  round: number;
  rounds: number;
  dealer: number;
  phase: string;
  actors: number[];
  centre: string | null;
  hand: Record<string, number>;
  stop_is_right: boolean;
  players: WheedleSeat[];
  ending: string | null;
  stopper: number | null;
  gained: number[];
  scores: number[];
  memory: Record<string, number>[] | null;
}

/** The public part of one player. */
export interface WheedleSeat {
  held: number;
  seeks: string[];
  gives: string[];
  offer: WheedleOffer | null;
  done: boolean;
}

/** A standing offer; `to` is a seat, or null for everybody. Nothing wanted is a gift. */
export interface WheedleOffer {
  number: number;
  give: Record<string, number>;
  want: Record<string, number>;
  to: number | null;
}

/** The view of one seat. Place 3 is Willi himself when three play. */
export interface WilliView {
  game: string;
  seat: number | null;
  seats: number;
  options: Record<string, string>;
  round: number;
  rounds: number;
  starter: number;
  phase: string;
  actors: number[];
  hand: string[];
  discarded: string | null;
  sum_so_far: WilliSumSoFar | null;
  chosen: number[];
  held: number[];
  leader: number | null;
  trick: WilliPlayed[];
  caller: number | null;
  tricks: number[];
  totals: number[];
  gained: number[];
  scores: number[];
  memory: WilliMemory[] | null;
}

/** The sum of the cards that a seat has won in this round, and its rank beside the others' (1 is the highest). */
export interface WilliSumSoFar {
  total: number;
  rank: number;
  tied: boolean;
}

/** A card of the trick and who laid it. */
export interface WilliPlayed {
  place: number;
  card: string;
}

/** An attentive player's memory of one place: cards won, cards seen going into the hand, colours run out. */
export interface WilliMemory {
  won: string[];
  shown: string[];
  void: string[];
}

/** The view of one seat. */
export interface WimmulnView {
  game: string;
  seat: number | null;
  seats: number;
  options: Record<string, string | number | boolean>;
  round: number;
  dealer: number;
  phase: string;
  actors: number[];
  turned: string[];
  trump: string | null;
  hand: string[];
  guesses: WimmulnGuess[];
  chosen: number[];
  held: number[];
  leader: number | null;
  trick: WimmulnPlayed[];
  ahead: number | null;
  tricks: number[];
  triangles: number[] | null;
  gained: number[];
  scores: number[];
  memory: WimmulnMemory | null;
}

/** The two cards that a place has laid as guesses, as far as they can be seen. */
export interface WimmulnGuess {
  open: string | null;
  hidden: string | null;
}

/** A card of the trick and who laid it. */
export interface WimmulnPlayed {
  place: number;
  card: string;
}

/** An attentive player's memory: cards played, the card the dealer took back, colours each hand ran out of. */
export interface WimmulnMemory {
  played: string[];
  shown: string | null;
  void: string[][];
}

/** A client's request. The id is its own; the same id twice acts once and gets the same answer. */
export interface Request {
  id: string;
  command:
    | Sit
    | Stand
    | AddBot
    | Empty
    | Commit
    | Start
    | Reveal
    | Do
    | GiveStanding
    | Ready
    | Back
    | ChangePace
    | Say
    | Remove
    | Rematch
    | Hint
    | Mute;
}

/**
 * Take a seat: a free one, a bot's, or the first free one if none is named.
 *
 * In a match only one's own seat is taken at once; another one is claimed, and one's own from the next deal on.
 */
export interface Sit {
  kind: "sit";
  seat?: number | null;
}

/** Leave one's seat, or give up the claim to one; in the middle of a match a bot takes over. */
export interface Stand {
  kind: "stand";
}

/** The host gives an empty seat to a bot, of the table's level if none is named. */
export interface AddBot {
  kind: "add_bot";
  seat: number;
  level?: "expert" | "master" | "newcomer" | "regular" | null;
}

/** The host sends a bot away. */
export interface Empty {
  kind: "empty";
  seat: number;
}

/** Promise a salt for the deals, by its SHA-256 in hexadecimal digits. */
export interface Commit {
  kind: "commit";
  hash: string;
}

/** The host starts the match: bots fill what is empty, players reveal their salts, cards are dealt. */
export interface Start {
  kind: "start";
}

/** Show the salt that was promised, once the table asks for it. */
export interface Reveal {
  kind: "reveal";
  salt: string;
}

/** Act: an action in the game's notation. `saw` is the number of the last event one has seen. */
export interface Do {
  kind: "do";
  do: string;
  saw: number;
}

/** Give an answer in advance, such as `pass`, until the trick or round is over; an empty one takes it back. */
export interface GiveStanding {
  kind: "standing";
  do?: string;
  until?: "round" | "trick";
}

/** On to the next round. */
export interface Ready {
  kind: "ready";
}

/** Here again: the bot that sat in may go. */
export interface Back {
  kind: "back";
}

/** Sets how fast bots act from now on; any seat may. */
export interface ChangePace {
  kind: "pace";
  pace: "calm" | "quick" | "usual";
}

/** Say something to the table: free text, or a preset that each reads in their own language. */
export interface Say {
  kind: "say";
  text?: string;
  preset?:
    | ""
    | "again"
    | "bye"
    | "good_game"
    | "hello"
    | "hurry"
    | "lucky"
    | "oops"
    | "sigh"
    | "sorry"
    | "thanks"
    | "thinking"
    | "well_played";
}

/** Remove a guest, for good: the host may; in a match at the end of the round, or at once when most others agree. */
export interface Remove {
  kind: "remove";
  person: string;
}

/** Once more, at the same table. */
export interface Rematch {
  kind: "rematch";
}

/** Asks which action a bot would choose in one's place. */
export interface Hint {
  kind: "hint";
  level?: "expert" | "master" | "newcomer" | "regular";
}

/** Ignores the chat of some people on this connection. */
export interface Mute {
  kind: "mute";
  people: string[];
}

/** How somebody wants to be called, and spoken to. */
export interface Introduction {
  name: string;
  language?: "de" | "en" | "fr" | "nl";
}

/** The token that proves an identity, to be used on another device. Whoever has it is that person. */
export interface Key {
  token: string;
}

/** A wish to play on: from which moment and seat, by which cards, against which bots. */
export interface PlayOn {
  at: number;
  seat: number;
  new_deal?: boolean;
  level?: "expert" | "master" | "newcomer" | "regular";
  pace?: "calm" | "quick" | "usual";
}

/** A wish for a challenge with new cards. */
export interface NewChallenge {
  game: string;
  seats: number;
  edition?: string | null;
  options?: Record<string, string | number | boolean>;
  level?: "expert" | "master" | "newcomer" | "regular";
  pace?: "calm" | "quick" | "usual";
  memory?: boolean;
  turns?: "each" | "same";
}

/** A wish to have others play the cards of a finished match, from one's own seat or from each seat in turn. */
export interface ChallengeAgain {
  turns?: "each" | "same";
}

/**
 * Sit down at a seat of a table, or at its first free one; without a table where the fewest people sit.
 *
 * If all seats are taken another table is opened.
 */
export interface TakeSeat {
  kind: "sit";
  table?: number | null;
  seat?: number | null;
}

/** Stand up, before the cards are dealt. */
export interface LeaveSeat {
  kind: "stand";
}

/** The host gives a free seat to a bot, of the evening's level if none is named. */
export interface PlaceBot {
  kind: "bot";
  table: number;
  seat: number;
  level?: "expert" | "master" | "newcomer" | "regular" | null;
}

/** The host frees a seat, a person's or a bot's. */
export interface FreeSeat {
  kind: "free";
  table: number;
  seat: number;
}

/** The host opens one more table. */
export interface OpenTable {
  kind: "open";
}

/** The host takes away a table at which nobody sits. */
export interface RemoveTable {
  kind: "remove";
  table: number;
}

/** The host deals at all tables where people sit; or, at one, the host or anybody who sits there. */
export interface DealOut {
  kind: "deal";
  table?: number | null;
}

/** The host closes the evening: nothing is dealt any more, and everything is shown to all. */
export interface CloseEvening {
  kind: "close";
}

export type EveningChange =
  | TakeSeat
  | LeaveSeat
  | PlaceBot
  | FreeSeat
  | OpenTable
  | RemoveTable
  | DealOut
  | CloseEvening;
