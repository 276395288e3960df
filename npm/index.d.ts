/** A game of perfectplay. */
export type Game = 'number' | 'tower' | 'contour' | 'stake' | 'tokens' | 'chomp';

/** Who wins and, where that is known, in how many moves of both players. */
export interface OutcomeValue {
  outcome: 'win' | 'loss';
  plies?: number;
}

/** By how much the player to move ends ahead. */
export interface ScoreValue {
  score: number;
}

/** How many minutes the game is expected to take. */
export interface ExpectedValue {
  expected: number;
}

/** What a position of a game is worth to the player to move. */
export type Value<G extends Game = Game> = G extends 'contour' | 'stake'
  ? ScoreValue
  : G extends 'tower'
    ? ExpectedValue
    : OutcomeValue;

/** A move of a game, and what it is worth. */
export interface Move<G extends Game = Game> {
  /** The move as text. */
  move: string;
  /** What the mover scores at once, in `contour`. */
  gain?: number;
  /** The position that it leads to; null if it captures. */
  position: string | null;
  /** What that position is worth to the player to move there; null if that is not known. */
  value: Value<G> | null;
  /** What the move is worth to the player who makes it. */
  result: Value<G> | null;
  /** Whether no move is better. */
  best: boolean | null;
  /** Whether it wins, where moves win or lose. */
  winning?: boolean | null;
  /** The best replies, where they were asked for and are known. */
  replies?: string[] | null;
}

/** The moves for a colour of the die, in `tower`. */
export interface Roll {
  roll: string;
  /** A fraction, `1/6`. */
  probability: string;
  moves: Move<'tower'>[];
}

/** What answers of all games have. */
interface AnyAnswer<G extends Game> {
  game: G;
  /** The position as the oracle writes it. */
  position: string;
  /** Null if it is not known, in `number`; `reason` says why. */
  value: Value<G> | null;
  /** The table that has the position; null if it was solved on the spot. */
  table: string | null;
  /** Best play to the end, where it was asked for; null if no line is known to be best. */
  line?: { move: string; gain?: number; position: string | null; value: Value<G> }[] | null;
}

/** The moves of an answer, unless the value alone was asked for. */
interface WithMoves<G extends Game> {
  /** Best first; empty if the game is over. Null if there are infinitely many or they are not known, in `number`. */
  moves?: Move<G>[] | null;
}

/** What an answer has beside that, by its game. */
interface More {
  number: WithMoves<'number'> & {
    /** How many positions a search visited, where no table has the position. */
    searched?: number;
    /** How many numbers are left then; null if infinitely many are. A text of digits above 2^53. */
    left?: number | string | null;
    /** The largest of them, likewise. */
    largest?: number | string | null;
    /** The theorem that decided it. */
    theorem?: { statement: string; source: string };
    reason?: string;
  };
  tower: { rolls?: Roll[] };
  contour: WithMoves<'contour'> & { board?: { a: number[][]; b: number[][]; fingerprint: string } };
  stake: WithMoves<'stake'>;
  tokens: WithMoves<'tokens'>;
  chomp: WithMoves<'chomp'>;
}

/** An answer of a game, `Answer<'stake'>`; `Answer` alone is one of any game, which its field `game` tells. */
export type Answer<G extends Game = Game> = G extends Game ? AnyAnswer<G> & More[G] : never;

export interface Failed {
  error: { code: string; message: string; hint: string | null };
}

export interface Options {
  /** The board, in `contour`: the contest's text, or the fingerprint of a table. */
  board?: string;
  /** Whether the best replies to each move are wanted. */
  replies?: boolean;
  /** Whether best play to the end is wanted. */
  line?: boolean;
  /**
   * True to solve for plies wherever a table has none, within the limits; false for those of tables alone. Without it
   * `answer` solves for them where that takes milliseconds, and the methods for many positions do not.
   */
  plies?: boolean;
  /** True to solve for plies where that takes milliseconds. */
  quick?: boolean;
  /** The most states that are solved for a position; by default about as many as take ten seconds. */
  limit?: number;
  /** The most bytes of memory that this may take; 256 MiB by default. */
  memory?: number;
}

export interface Request extends Options {
  game: Game;
  positions: string[];
  /** False for the values alone. */
  moves?: boolean;
}

export interface TableInfo {
  table: string;
  states: number;
  bytes: number;
  bytes_per_state: number;
  /** The board of a table of `contour`, as a request may give it. */
  board?: string;
  /** True: none is in a folder. */
  embedded: true;
}

/** An oracle in this thread: it answers at once, and a long question blocks. */
export interface Oracle {
  /** A position's value and its moves, best first. Throws an `OracleError`. */
  answer<G extends Game>(game: G, position: string, options?: Options): Answer<G>;
  /** The same for many positions; those without an answer have an error instead. */
  answers<G extends Game>(game: G, positions: string[], options?: Options): (Answer<G> | Failed)[];
  /** The values of many positions, null where there is none. */
  values<G extends Game>(game: G, positions: string[], options?: Options): (Value<G> | null)[];
  /** A request as the HTTP interface takes it. */
  ask(request: Request): { answers: (Answer | Failed)[] };
  /** The tables that there are. */
  tables(): TableInfo[];
  /**
   * Takes a table, of which it keeps a copy, in place of one of that name. One is smaller than 2 GiB, and all together
   * are smaller than 4 GiB. Throws an `OracleError`: `refused` without memory for it, `input` where a newer version of the
   * package reads it.
   */
  addTable(name: string, bytes: Uint8Array): void;
}

/** An oracle in a worker, which answers one question after the other. */
export interface OracleInWorker {
  /** As those of `Oracle`, but later. */
  answer<G extends Game>(game: G, position: string, options?: Options): Promise<Answer<G>>;
  answers<G extends Game>(
    game: G,
    positions: string[],
    options?: Options,
  ): Promise<(Answer<G> | Failed)[]>;
  values<G extends Game>(
    game: G,
    positions: string[],
    options?: Options,
  ): Promise<(Value<G> | null)[]>;
  ask(request: Request): Promise<{ answers: (Answer | Failed)[] }>;
  tables(): Promise<TableInfo[]>;
  addTable(name: string, bytes: Uint8Array): Promise<void>;
  /**
   * Adds the tables of a folder on a server, which `tables.json` there lists, and returns their names. Answers fetch the
   * parts that they read. Throws an `OracleError`: `missing` without a list, `damaged` if it is none, `connection` if the
   * server cannot be reached.
   */
  addTablesAt(address: string | URL): Promise<string[]>;
  /** Ends the worker, and with it what it is at: those questions fail with the code `interrupted`. */
  end(): void;
}

export interface LoadOptions {
  /** False for an oracle without the tables of the package, or the names of those that it is to have. */
  tables?:
    boolean | ('chomp-10x10' | 'contour-daa36c61' | 'number-20' | 'number-40' | 'tokens-4x4')[];
  /** The bytes of `oracle.wasm`, where the package cannot find that file by itself. */
  wasm?: Uint8Array;
  /** Is told how many states of a long question are solved, of how many. */
  progress?: (done: number, all: number) => void;
}

/** Loads the oracle, with the tables of the package. */
export function load(options?: LoadOptions): Promise<Oracle>;

/** Loads it in a worker of its own. */
export function loadInWorker(options?: LoadOptions): Promise<OracleInWorker>;

/** Why there is no answer. */
export class OracleError extends Error {
  /**
   * `position`, `board`, `beyond` and so on, as in the HTTP interface; `interrupted` where a worker was ended, `missing`
   * where the package lacks a file, `internal` where the module or the worker itself failed. For tables at an address also
   * `missing` where the server has no such table, `ranges` where it sends no ranges of files, `connection` where it cannot
   * be reached, `changed` where it has another file than before, and `damaged` where bytes are wrong.
   */
  code: string;
  /** What helps. */
  hint: string | null;
}
