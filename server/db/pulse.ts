// A frozen database, or one behind a network that drops everything, lets queries wait. Invariant: while it counts as
// silent no connection made by `socket()` stays open, so that queries fail immediately. Slow is not silent: statements
// of the app may take longer than a check.
import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { TurnSocket } from "./turnSocket.ts";

export type Pulse = {
  isSilent(): boolean;
  /** For the option `stream` of pg. */
  socket(): Socket;
  stop(): Promise<void>;
};

/** The error of connections to a silent database. `isUnavailable` recognises its code. */
class DatabaseSilent extends Error {
  readonly code = "ETIMEDOUT";
  constructor() {
    super("the database does not answer");
  }
}

/** How long a check may take. */
export const silentAfterMs = 3_000;

type Options = {
  log: Pick<Logger, "warn" | "info">;
  patienceMs?: number;
  everyMs?: number;
};

/** Begins to query the database regularly, until `stop` is called. */
export function openPulse(url: string, { log, patienceMs = silentAfterMs, everyMs = 1_000 }: Options): Pulse {
  const sockets = new Set<Socket>();
  const stopping = new AbortController();
  let silent = false;

  function setSilent(isSilent: boolean): void {
    if (isSilent === silent) return;
    silent = isSilent;
    if (silent) {
      log.warn({ waitedMs: patienceMs }, "the database does not answer: nothing is sold until it does");
      for (const socket of sockets) socket.destroy(new DatabaseSilent());
    } else log.info("the database answers again");
  }

  /** Ends when the database is silent, the connection fails, or `stop` is called. */
  async function checkRepeatedly(): Promise<void> {
    const ownSocket = new Socket();
    const end = () => ownSocket.destroy(new DatabaseSilent());
    stopping.signal.addEventListener("abort", end);
    const client = new pg.Client({
      connectionString: url,
      application_name: "foyer pulse",
      stream: () => ownSocket,
    });
    client.on("error", () => {});
    try {
      await withTimeout(client.connect(), end);
      while (!stopping.signal.aborted) {
        await withTimeout(client.query("select 1"), end);
        setSilent(false);
        await pauseUnlessStopped(everyMs);
      }
    } finally {
      stopping.signal.removeEventListener("abort", end);
      end();
    }
  }

  async function withTimeout(answer: Promise<unknown>, end: () => void): Promise<void> {
    let isAnswered = false;
    const timer = setTimeout(() => {
      // If this node was too busy, the answer may be there but not read yet.
      setImmediate(() => {
        if (isAnswered) return;
        if (!stopping.signal.aborted) setSilent(true);
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
      await checkRepeatedly().catch((error: unknown) => {
        // A refusal, for example, is an answer, and queries fail by themselves.
        if (!(error instanceof DatabaseSilent)) setSilent(false);
      });
      await pauseUnlessStopped(everyMs / 4);
    }
  }

  const pauseUnlessStopped = (ms: number) =>
    pause(ms, undefined, { signal: stopping.signal }).catch(() => {});

  const running = run();
  return {
    isSilent: () => silent,
    socket() {
      const socket = new TurnSocket();
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      // pg does not listen at every moment, and without a listener an error ends the process.
      socket.on("error", () => {});
      // pg connects the socket in this turn of the event loop, even if it is destroyed. So destroy it later.
      if (silent) process.nextTick(() => socket.destroy(new DatabaseSilent()));
      return socket;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
