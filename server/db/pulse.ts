// Detects a silent database.
// A database that is frozen, or behind a network that drops everything, refuses nothing: queries wait for ever. So a
// connection of its own asks once a second. Invariant: while the database is silent no connection made by `socket()` is
// open, so that waiting and new queries fail at once; the first answer ends that. Slow is not silent: a database that
// answers within `patienceMs` is waited for, however long its statements take.
import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { TurnSocket } from "./turnSocket.ts";

export type Pulse = {
  /** Whether the database has left a question unanswered for too long. */
  isSilent(): boolean;
  /** A socket for a connection to the database (the option `stream` of pg). */
  socket(): Socket;
  stop(): Promise<void>;
};

/** The error of a connection to a silent database (`isUnavailable` recognises its code). */
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

  /** Asks over one connection until it is silent, breaks, or is no longer needed. */
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
      // If this node was too busy to read, the answer may already be there: read it before going on.
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
        // A refusal is an answer too: each request gets it for itself.
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
      // Its user gets the error as well; between two users nobody listens.
      socket.on("error", () => {});
      // It connects in this very turn; a socket destroyed before that would connect all the same.
      if (silent) process.nextTick(() => socket.destroy(new DatabaseSilent()));
      return socket;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
