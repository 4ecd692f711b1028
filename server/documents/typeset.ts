/**
 * Documents are typeset one after the other in a separate process, so that no buyer waits for a layout. The process
 * starts with the first document. It is replaced when it uses too much memory, because Typst's grows with each
 * document, and killed when a document takes too long. Invariants: at most `mostWaiting` documents wait. A document
 * during which the process died is tried once more. One that cannot be typeset is refused with `busy`.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { DomainError } from "../domainError.ts";
import type { TypesetRequest } from "./engine.ts";
import type { TypesetAnswer } from "./typesetterWork.ts";

/** Options of a typesetter. */
export interface TypesetterOptions {
  /** The folder of layouts. */
  readonly folder?: string;
  /** A process that uses more memory after a document is replaced. */
  readonly mostMemoryMb?: number;
  /** The time limit of a document. */
  readonly timeoutMs?: number;
  /** The time limit for loading Typst. */
  readonly startTimeoutMs?: number;
  readonly mostWaiting?: number;
}

/** A queue with its process. */
export interface Typesetter {
  /** Resolves to the PDF. Throws `busy` when too many wait, or when its process ended twice or took too long. */
  typeset(request: TypesetRequest): Promise<Buffer>;
  /** The current process, for tests and figures. */
  readonly pid: number | undefined;
  /** Ends the process. A later document starts another. */
  close(): void;
}

interface Waiting {
  readonly request: TypesetRequest;
  readonly file: PromiseWithResolvers<Buffer>;
  /** The number of processes that ended during it. */
  deaths: number;
}

const mostGiven = 4;
const layouts = fileURLToPath(new URL("./layouts", import.meta.url));

/** Typesets a document in this server's queue. */
export function typeset(request: TypesetRequest): Promise<Buffer> {
  return ours.typeset(request);
}

/** Opens a typesetter; its process starts with the first document. */
export function openTypesetter({
  folder = layouts,
  mostMemoryMb = 300,
  timeoutMs = 20_000,
  startTimeoutMs = 60_000,
  mostWaiting = 500,
}: TypesetterOptions = {}): Typesetter {
  const waiting: Waiting[] = [];
  /**
   * The documents sent to the process. The first is being typeset; the others are there so that it never waits for this
   * process.
   */
  const given: Waiting[] = [];
  let child: ChildProcess | null = null;
  let isReady = false;
  let timer: NodeJS.Timeout | undefined;
  let isTooSlow = false;

  const limit = (ms: number) => {
    clearTimeout(timer);
    isTooSlow = false;
    timer = setTimeout(() => {
      isTooSlow = true;
      child?.kill("SIGKILL");
    }, ms);
  };

  const start = () => {
    const started = fork(fileURLToPath(new URL("./typesetter.ts", import.meta.url)), [folder], {
      serialization: "advanced",
      // The process must not inherit the server's flags, such as a debugger port.
      execArgv: [],
      // A document needs one core: Typst's threads would wait for each other, which costs a tenth more.
      env: { ...process.env, RAYON_NUM_THREADS: "1" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    child = started;
    isReady = false;
    limit(startTimeoutMs);
    started.on("message", (message: TypesetAnswer | "ready") => {
      if (started !== child) return;
      clearTimeout(timer);
      if (message === "ready") isReady = true;
      else answered(message);
      next();
    });
    started.once("error", () => ended(started));
    started.once("exit", () => ended(started));
  };

  const stop = () => {
    const stopped = child;
    child = null;
    clearTimeout(timer);
    stopped?.kill("SIGKILL");
  };

  const takeBack = () => waiting.unshift(...given.splice(0));

  const answered = (answer: TypesetAnswer) => {
    const done = given.shift();
    if (answer.memoryMb >= mostMemoryMb) {
      stop();
      takeBack();
    } else if (given.length > 0) limit(timeoutMs);
    if ("file" in answer) done?.file.resolve(Buffer.from(answer.file));
    else done?.file.reject(new Error(answer.problem));
  };

  const ended = (gone: ChildProcess) => {
    if (gone !== child) return;
    child = null;
    clearTimeout(timer);
    const lost = given.shift() ?? (isReady ? undefined : waiting.shift());
    takeBack();
    if (lost !== undefined) {
      lost.deaths += 1;
      // A document that was too slow once would be too slow again.
      if (isTooSlow || lost.deaths > 1) lost.file.reject(busy());
      else waiting.unshift(lost);
    }
    next();
  };

  const next = () => {
    if (given.length === 0 && waiting.length === 0) {
      // An idle process must not keep a server, test or tool from ending.
      child?.unref();
      child?.channel?.unref();
      return;
    }
    if (child === null) start();
    child?.ref();
    child?.channel?.ref();
    while (isReady && given.length < mostGiven && waiting.length > 0) {
      const one = waiting.shift()!;
      if (given.push(one) === 1) limit(timeoutMs);
      child?.send(one.request, (error) => {
        // The channel is closed, so "exit" follows.
        if (error !== null) child?.kill("SIGKILL");
      });
    }
  };

  return {
    typeset(request) {
      if (waiting.length >= mostWaiting) return Promise.reject(busy());
      const file = Promise.withResolvers<Buffer>();
      waiting.push({ request, file, deaths: 0 });
      next();
      return file.promise;
    },
    get pid() {
      return child?.pid;
    },
    close() {
      stop();
      for (const { file } of [...given.splice(0), ...waiting.splice(0)]) file.reject(busy());
    },
  };
}

function busy(): DomainError {
  return new DomainError("busy", "The document could not be made just now. Try again in a minute.");
}

const ours = openTypesetter();
