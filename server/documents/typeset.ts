/**
 * Documents are typeset one after the other in a process of their own, so that no buyer waits for a page to be laid
 * out. The process starts with the first document, is replaced when it has much memory, because Typst's grows with each,
 * and is killed when one takes longer than its time. Invariants: at most `mostWaiting` documents wait; one that the
 * process died with is tried once more; what cannot be typeset is refused as `busy`, in words.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { DomainError } from "../domainError.ts";
import type { TypesetRequest } from "./engine.ts";
import type { TypesetAnswer } from "./typesetterWork.ts";

/** How a typesetter works. */
export interface TypesetterOptions {
  /** The folder of layouts. */
  readonly folder?: string;
  /** When a process has so much memory after a document, another takes its place. */
  readonly mostMemoryMb?: number;
  /** How long a document may take. */
  readonly timeoutMs?: number;
  /** How long the process may take to load Typst. */
  readonly startTimeoutMs?: number;
  readonly mostWaiting?: number;
}

/** A queue with its process. */
export interface Typesetter {
  /** Resolves to the PDF. Throws `busy` when too many wait, or when its process ended twice or took too long. */
  typeset(request: TypesetRequest): Promise<Buffer>;
  /** The process of now, for tests and figures. */
  readonly pid: number | undefined;
  /** Ends the process. A document that comes later starts another. */
  close(): void;
}

interface Waiting {
  readonly request: TypesetRequest;
  readonly file: PromiseWithResolvers<Buffer>;
  /** How often a process has ended with it. */
  deaths: number;
}

const mostGiven = 4;
const layouts = fileURLToPath(new URL("./layouts", import.meta.url));

/** Typesets a document of this server's. */
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
  /** What the process has: the first is being typeset, the others need not wait until this process has time to send them. */
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
      // Flags of the server are not for it, such as the port of a debugger.
      execArgv: [],
      // One core is what a document needs: Typst's threads would wait for each other, which costs a tenth more.
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
      // What took too long once would take too long again.
      if (isTooSlow || lost.deaths > 1) lost.file.reject(busy());
      else waiting.unshift(lost);
    }
    next();
  };

  const next = () => {
    if (given.length === 0 && waiting.length === 0) {
      // A server, a test or a tool that has nothing else to do may end.
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
        // The channel is closed: "exit" follows.
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
