/**
 * Invariant: scans in the queue are sent before the copy or its changes are requested, and again until an answer
 * removes them (answers.ts), except those that the server cannot read.
 */
import { anySignal } from "../lib/anySignal.ts";
import { followStream } from "../lib/followStream.ts";
import { saveAnswers } from "./answers.ts";
import { type AskDoor, DoorCallError } from "./askDoor.ts";
import {
  type CopyUpdate,
  forgetCopy,
  saveChanges,
  saveCopyPage,
  saveDoorFacts,
  saveProblem,
} from "./copy.ts";
import { type CopyState, type DoorStore, readFrom, readKept } from "./doorStore.ts";
import type { QueuedScan } from "./queuedScans.ts";

export interface ConnectionParts {
  readonly store: DoorStore;
  readonly eventId: number;
  readonly deviceId: string;
  readonly appVersion: string;
  readonly ask: AskDoor;
  readonly token: () => string | null;
  /** The copy was changed, or (null) other stored data. */
  readonly onWritten: (written: CopyUpdate | null) => void;
  readonly onChangedElsewhere: () => void;
  /** A request for scans or changes was sent at this time, or has ended (null). */
  readonly onAsked: (at: number | null) => void;
  readonly signal: AbortSignal;
}

/** They equal MOST_SCANS and MOST_COPIED of contract/shapes/door/door.ts, whose import would bundle zod. */
export const maxScans = 500;
export const copyPageSize = 5_000;

const timeoutMs = 10_000;
const pageTimeoutMs = 60_000;

export class DoorConnection {
  /** Whether changes must be requested. */
  isDue = true;
  /** Whether the stream of changes is open. */
  isLive = false;
  readonly #parts: ConnectionParts;
  /** The token with which door/getDoor was last answered, or refused because the token has ended. */
  #token: string | null | undefined = undefined;
  #stream: AbortController | null = null;
  /** The sequences of scans that the server cannot read. They stay in the queue and do not block the others. */
  readonly #unreadable = new Set<number>();
  #batchSize = maxScans;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  /** Makes the next requests. Returns true if there is more to do now. Throws DoorCallError and storage errors. */
  async turn(): Promise<boolean> {
    // Expiry is checked here, because a page without a network cannot ask the server.
    let saved = await this.#expire();
    if (this.#parts.token() !== this.#token) {
      await this.#loadDoor();
      saved = await this.#expire();
    }
    if (await this.#sendScans(saved)) return true;
    if (saved.problem !== null) {
      this.drop();
      return false;
    }
    this.#openStream();
    if (!saved.isWhole || saved.cursor === null) return this.#loadCopyPage(saved);
    return this.isDue ? this.#requestChanges(saved.cursor) : false;
  }

  /** Closes the stream of changes. A later turn opens it again. */
  drop(): void {
    this.#stream?.abort();
    this.#stream = null;
    this.isLive = false;
  }

  async #loadDoor(): Promise<void> {
    const { store, token, ask, onWritten } = this.#parts;
    const usedToken = token();
    this.drop();
    try {
      await saveDoorFacts(store, await ask("door/getDoor", {}, this.#callOptions(timeoutMs)));
    } catch (error) {
      if (!(await this.#handleTokenEnd(error))) throw error;
    }
    this.#token = usedToken;
    this.isDue = true;
    onWritten(null);
  }

  async #sendScans(saved: CopyState): Promise<boolean> {
    const { store, deviceId, appVersion, ask, onWritten, onAsked } = this.#parts;
    if (saved.problem === "signedOut") return false;
    const maxRead = this.#batchSize + this.#unreadable.size;
    const [queued, queuedCount] = await readFrom(store, "queue", (queue) =>
      Promise.all([queue.getAll(undefined, maxRead), queue.count()]),
    );
    const sent = queued.filter(({ sequence }) => !this.#unreadable.has(sequence)).slice(0, this.#batchSize);
    if (sent.length === 0) return false;
    const waiting = queuedCount - sent.length;
    onAsked(Date.now());
    try {
      const { answers } = await ask(
        "door/sync",
        { deviceId, appVersion, waiting, scans: sent.map(scanToSend) },
        this.#callOptions(timeoutMs),
      );
      onWritten(await saveAnswers(store, { sent, answers, at: Date.now() }));
      this.#batchSize = maxScans;
      // The server did not accept a scan that is missing in its answer.
      const answeredIds = new Set(answers.map(({ scanId }) => scanId));
      for (const { scanId, sequence } of sent) if (!answeredIds.has(scanId)) this.#unreadable.add(sequence);
      return true;
    } catch (error) {
      const isUnreadable = error instanceof DoorCallError && (error.status === 400 || error.status === 413);
      if (!isUnreadable) return this.#stopIfTokenEnded(error);
      // The server cannot read one of the scans. Sent one by one, the readable ones arrive.
      if (this.#batchSize === 1) for (const { sequence } of sent) this.#unreadable.add(sequence);
      this.#batchSize = 1;
      return true;
    } finally {
      onAsked(null);
    }
  }

  async #loadCopyPage(saved: CopyState): Promise<boolean> {
    const { store, ask, onWritten } = this.#parts;
    const at = Date.now();
    try {
      const page = await ask(
        "door/getCopy",
        { after: saved.copiedTo, limit: copyPageSize },
        this.#callOptions(pageTimeoutMs),
      );
      onWritten(await saveCopyPage(store, page, { isFirst: saved.copiedTo === 0, at }));
    } catch (error) {
      return this.#stopIfTokenEnded(error);
    }
    this.isDue = true;
    return true;
  }

  async #requestChanges(cursor: string): Promise<boolean> {
    const { store, ask, onWritten, onAsked } = this.#parts;
    const at = Date.now();
    this.isDue = false;
    onAsked(at);
    try {
      const changes = await ask("door/getChanges", { cursor }, this.#callOptions(timeoutMs));
      onWritten(await saveChanges(store, changes, at));
      return changes.reload || this.isDue;
    } catch (error) {
      this.isDue = true;
      return this.#stopIfTokenEnded(error);
    } finally {
      onAsked(null);
    }
  }

  async #expire(): Promise<CopyState> {
    const { store, onWritten } = this.#parts;
    const saved = await readKept(store);
    const expiresAt = saved.door?.expiresAt ?? null;
    if (expiresAt === null || Date.now() < Date.parse(expiresAt) || saved.problem === "expired") return saved;
    onWritten(await forgetCopy(store, "expired"));
    return readKept(store);
  }

  async #stopIfTokenEnded(error: unknown): Promise<false> {
    if (!(await this.#handleTokenEnd(error))) throw error;
    return false;
  }

  /** If the token has ended, saves that and forgets a helper's copy; false after another failure. */
  async #handleTokenEnd(error: unknown): Promise<boolean> {
    if (!(error instanceof DoorCallError) || (error.status !== 440 && error.status !== 401)) return false;
    const { store, onWritten } = this.#parts;
    const { door, problem } = await readKept(store);
    this.drop();
    const expiresAt = door?.expiresAt ?? null;
    // Only a helper's door has this time.
    if (expiresAt === null) {
      await saveProblem(store, "signedOut");
      onWritten(null);
    } else if (problem !== "revoked" && problem !== "expired") {
      const isOver = Date.now() >= Date.parse(expiresAt);
      onWritten(await forgetCopy(store, isOver ? "expired" : "revoked"));
    }
    return true;
  }

  #openStream(): void {
    const { eventId, token, signal, onChangedElsewhere } = this.#parts;
    const currentToken = token();
    if (this.#stream !== null || currentToken === null) return;
    const stream = new AbortController();
    this.#stream = stream;
    const markChanged = () => {
      this.isDue = true;
      onChangedElsewhere();
    };
    void followStream({
      address: `/api/door/live?eventId=${eventId}`,
      token: currentToken,
      signal: anySignal(stream.signal, signal),
      onEvent: ({ event }) => {
        if (event === "moved") markChanged();
      },
      onState: (state) => {
        if (this.#stream !== stream) return;
        // Changes while there was no stream were not reported.
        if (state === "live" && !this.isLive) markChanged();
        this.isLive = state === "live";
      },
      // The next call finds out why the token was refused.
      onExpired: markChanged,
    });
  }

  #callOptions(ms: number) {
    return { signal: this.#parts.signal, timeoutMs: ms };
  }
}

/** A scan as it is sent: without the gate, which the server knows. */
function scanToSend({
  scanId,
  sequence,
  kind,
  attendeeId,
  purchaseId,
  code,
  lines,
  undoes,
  decided,
  claimedAt,
}: QueuedScan) {
  return {
    scanId,
    sequence,
    kind,
    attendeeId,
    purchaseId,
    code,
    ...(lines && { lines: [...lines] }),
    undoes: [...undoes],
    decided,
    claimedAt,
  };
}
