// Does the database still answer?
// One that is frozen, or behind a line that swallows everything, refuses nothing: whoever asks it waits for ever. So a
// connection of its own asks once a second. Invariant: while the database is silent no connection made by `socket()` is
// open, so that what waits for it fails at once, and so does what comes; the first answer ends that.
// Slow is not silent: a database that answers within `patienceMs` is waited for, however long its statements take.
import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { TurnSocket } from "./turnSocket.ts";

export type Pulse = {
  /** Whether the database has let a question wait for longer than it may. */
  isSilent(): boolean;
  /** A socket for a connection to the database (the option `stream` of pg). */
  socket(): Socket;
  stop(): Promise<void>;
};

/** What breaks a connection to a database that is silent (`isUnavailable` knows it by its code). */
class DatabaseSilent extends Error {
  readonly code = "ETIMEDOUT";
  constructor() {
    super("the database does not answer");
  }
}

type Options = {
  log: Pick<Logger, "warn" | "info">;
  /** How long an answer may take. */
  patienceMs?: number;
  everyMs?: number;
};

/** Begins to ask the database at `url`. */
export function openPulse(url: string, { log, patienceMs = 3_000, everyMs = 1_000 }: Options): Pulse {
  const sockets = new Set<Socket>();
  const stopping = new AbortController();
  let silent = false;

  function tell(isSilent: boolean): void {
    if (isSilent === silent) return;
    silent = isSilent;
    if (silent) {
      log.warn({ waitedMs: patienceMs }, "the database does not answer: nothing is sold until it does");
      for (const socket of sockets) socket.destroy(new DatabaseSilent());
    } else log.info("the database answers again");
  }

  /** Asks over one connection, until that one is silent, breaks, or is no longer wanted. */
  async function ask(): Promise<void> {
    const own = new Socket();
    const end = () => own.destroy(new DatabaseSilent());
    stopping.signal.addEventListener("abort", end);
    const client = new pg.Client({
      connectionString: url,
      application_name: "foyer pulse",
      stream: () => own,
    });
    client.on("error", () => {});
    try {
      await inTime(client.connect(), end);
      while (!stopping.signal.aborted) {
        await inTime(client.query("select 1"), end);
        tell(false);
        await rest(everyMs);
      }
    } finally {
      stopping.signal.removeEventListener("abort", end);
      end();
    }
  }

  async function inTime(answer: Promise<unknown>, end: () => void): Promise<void> {
    let isAnswered = false;
    const timer = setTimeout(() => {
      // Where this node was too busy to look, the answer may lie there: it is read before this goes on.
      setImmediate(() => {
        if (isAnswered) return;
        if (!stopping.signal.aborted) tell(true);
        end();
      });
    }, patienceMs);
    try {
      await answer;
    } finally {
      isAnswered = true;
      clearTimeout(timer);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await ask().catch((error: unknown) => {
        // Whoever refuses has answered: each request hears it for itself.
        if (!(error instanceof DatabaseSilent)) tell(false);
      });
      await rest(everyMs / 4);
    }
  }

  /** Ends early when it stops. */
  const rest = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => {});

  const running = run();
  return {
    isSilent: () => silent,
    socket() {
      const socket = new TurnSocket();
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      // Who uses it hears of it as well; between two users nobody listens.
      socket.on("error", () => {});
      // It connects in this very turn; one that is ended before would connect all the same.
      if (silent) process.nextTick(() => socket.destroy(new DatabaseSilent()));
      return socket;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
