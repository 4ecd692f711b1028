/**
 * A separate process typesets the documents one after the other, so that layouts do not block the server. It is
 * replaced when it uses too much memory, because Typst's memory grows with each document.
 * Invariant: a document that is too slow or ends two processes is refused, so that the others are made.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { DomainError } from "../domainError.ts";
import type { TypesetRequest } from "./engine.ts";
import type { TypesetAnswer } from "./typesetterWork.ts";

export interface TypesetterOptions {
  readonly folder?: string;
  /** The process is replaced after a document if it uses this much memory. */
  readonly mostMemoryMb?: number;
  /** The time limit of a document. */
  readonly timeoutMs?: number;
  readonly startTimeoutMs?: number;
  readonly mostWaiting?: number;
}

export interface Typesetter {
  /** Resolves to the PDF. Rejects with `busy` if it cannot be made now, and with the error of a layout. */
  typeset(request: TypesetRequest): Promise<Buffer>;
  readonly pid: number | undefined;
  /** Ends the process and refuses the pending documents. A later document starts another process. */
  close(): void;
}

interface PendingDocument {
  readonly request: TypesetRequest;
  readonly file: PromiseWithResolvers<Buffer>;
  /** Processes that ended while this document was the first. */
  deaths: number;
}

const maxSent = 4;
const layouts = fileURLToPath(new URL("./layouts", import.meta.url));

/** Typesets a document in the queue of this process. */
export function typeset(request: TypesetRequest): Promise<Buffer> {
  return sharedTypesetter.typeset(request);
}

/** Opens a typesetter; its process starts with the first document. */
export function openTypesetter({
  folder = layouts,
  mostMemoryMb = 300,
  timeoutMs = 20_000,
  startTimeoutMs = 60_000,
  mostWaiting = 500,
}: TypesetterOptions = {}): Typesetter {
  const waiting: PendingDocument[] = [];
  /** The documents that the process has. It typesets the first. The others wait there, so that they start sooner. */
  const sent: PendingDocument[] = [];
  let child: ChildProcess | null = null;
  let isReady = false;
  let timer: NodeJS.Timeout | undefined;
  let isTooSlow = false;

  const startTimer = (ms: number) => {
    clearTimeout(timer);
    isTooSlow = false;
    timer = setTimeout(() => {
      isTooSlow = true;
      child?.kill("SIGKILL");
    }, ms);
  };

  const start = () => {
    const newChild = fork(fileURLToPath(new URL("./typesetter.ts", import.meta.url)), [folder], {
      serialization: "advanced",
      // The process must not inherit a debugger port.
      execArgv: [],
      // Several threads of Typst would wait for each other.
      env: { ...process.env, RAYON_NUM_THREADS: "1" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    child = newChild;
    isReady = false;
    startTimer(startTimeoutMs);
    newChild.on("message", (message: TypesetAnswer | "ready") => {
      if (newChild !== child) return;
      clearTimeout(timer);
      if (message === "ready") isReady = true;
      else handleAnswer(message);
      sendNext();
    });
    newChild.once("error", () => handleEnd(newChild));
    newChild.once("exit", () => handleEnd(newChild));
  };

  const stop = () => {
    const stopped = child;
    child = null;
    clearTimeout(timer);
    stopped?.kill("SIGKILL");
  };

  const requeueSent = () => waiting.unshift(...sent.splice(0));

  const handleAnswer = (answer: TypesetAnswer) => {
    const done = sent.shift();
    if (answer.memoryMb >= mostMemoryMb) {
      stop();
      requeueSent();
    } else if (sent.length > 0) startTimer(timeoutMs);
    if ("file" in answer) done?.file.resolve(Buffer.from(answer.file));
    else done?.file.reject(new Error(answer.problem));
  };

  const handleEnd = (endedChild: ChildProcess) => {
    if (endedChild !== child) return;
    child = null;
    clearTimeout(timer);
    // A process that ended before it was ready interrupts the next document, so that it is not restarted forever.
    const interrupted = sent.shift() ?? (isReady ? undefined : waiting.shift());
    requeueSent();
    if (interrupted !== undefined) {
      interrupted.deaths += 1;
      // A document that was too slow once would be too slow again.
      if (isTooSlow || interrupted.deaths > 1) interrupted.file.reject(busy());
      else waiting.unshift(interrupted);
    }
    sendNext();
  };

  const sendNext = () => {
    if (sent.length === 0 && waiting.length === 0) {
      // An idle process must not keep its parent from ending.
      child?.unref();
      child?.channel?.unref();
      return;
    }
    if (child === null) start();
    child?.ref();
    child?.channel?.ref();
    while (isReady && sent.length < maxSent && waiting.length > 0) {
      const document = waiting.shift()!;
      if (sent.push(document) === 1) startTimer(timeoutMs);
      child?.send(document.request, (error) => {
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
      sendNext();
      return file.promise;
    },
    get pid() {
      return child?.pid;
    },
    close() {
      stop();
      for (const { file } of [...sent.splice(0), ...waiting.splice(0)]) file.reject(busy());
    },
  };
}

function busy(): DomainError {
  return new DomainError("busy", "The document could not be created at this moment. Try again in a minute.");
}

const sharedTypesetter = openTypesetter();
