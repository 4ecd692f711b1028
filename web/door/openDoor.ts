/** One tab, the leader, syncs with the server. In a browser without locks each tab is a leader. */
import { deleteDB } from "idb";
import { attendeeIdIn } from "../../contract/rules/door/qr.ts";
import { eventEnd } from "../../contract/rules/sales.ts";
import type { DoorAttendee } from "../../contract/shapes/door/door.ts";
import { anySignal } from "../lib/anySignal.ts";
import { newKey } from "../lib/newKey.ts";
import { type DoorAct, markUnansweredDecided, writeAct } from "./acts.ts";
import { dismissCorrection } from "./answers.ts";
import { askDoor } from "./askDoor.ts";
import { AttendeeIndex, readAttendeeIndex } from "./attendeeIndex.ts";
import { signatureCheck } from "./codeCheck.ts";
import { type CopyUpdate, forgetCopy, saveDoorFacts } from "./copy.ts";
import type { DoorClient, DoorState, OpenDoor } from "./device.ts";
import { DoorConnection } from "./doorConnection.ts";
import {
  beginReading,
  change,
  databaseName,
  isAllSent,
  nothingKept,
  openStore,
  readFrom,
  readKept,
  write,
} from "./doorStore.ts";
import { linesOfCounts } from "./handovers.ts";
import { judgeAttendee, judgePurchasesOf, judgeText } from "./judgeDoor.ts";
import { addSavedDoor, removeSavedDoor } from "./keptDoors.ts";
import { recentActs, saveRecentAct } from "./recent.ts";
import { askUndo, bodyOfSale, createSaleDesk, type KeptSale } from "./sale.ts";
import { storedSales } from "./storedSales.ts";
import { isFull, runSyncLoop, WakeSignal } from "./syncLoop.ts";
import { appVersion, thisDeviceId } from "./thisDevice.ts";

/** After this time without an answer the device decides about an act. */
const decideAfterMs = 1_000;

/** Short, because people are waiting in line. */
const saleTimeoutMs = 10_000;

type TabMessage =
  | { readonly type: "written"; readonly ids: readonly number[] | null; readonly hasNewScan: boolean }
  | { readonly type: "online"; readonly isOnline: boolean; readonly askedAt: number | null }
  /** The leader tab must sync, and tell whether it is online. */
  | { readonly type: "ask" }
  /** The sending tab works on the sale while it holds the sale's lock. */
  | { readonly type: "sale" };

/** Resolves once the stored state is read, without the network. The names load afterwards. */
export async function openDoor(options: OpenDoor): Promise<DoorClient> {
  const { eventId, token, onBlocked = () => {} } = options;
  const storageLost = new AbortController();
  const store = await openStore(eventId, { onBlocked, onLost: () => storageLost.abort() });
  if (options.door) await saveDoorFacts(store, options.door);
  // Acts of a page that was reloaded need not wait for the server.
  await markUnansweredDecided(store);
  void navigator.storage?.persist?.().catch(() => false);

  const name = databaseName(eventId);
  const saleLock = `${name}-sale`;
  const closing = new AbortController();
  const { signal } = closing;
  /**
   * Also aborts when the storage is lost. Calls about a sale have `signal` instead, so that a page without storage
   * still gets their answers.
   */
  const loopSignal = anySignal(signal, storageLost.signal);
  const wakeSignal = new WakeSignal();
  const tabs = new BroadcastChannel(name);
  const index = new AttendeeIndex();
  const listeners = new Set<() => void>();
  let isOnline = navigator.onLine;
  let isLeader = false;
  /** An act or a sync that is written later clears this. */
  let isStorageFull = false;
  /** When the leader tab sent its pending request to the server. */
  let askedAt: number | null = null;
  let salesUnderWay = 0;
  let isSaleInOtherTab = false;
  const saleStore = storedSales(store, () => announceWrite([]));
  let state = await readState();
  if (state.door !== null) {
    addSavedDoor({ eventId, endsAt: eventEnd(state.door.event).toISOString() });
  }
  const idleResolvers = new Set<() => void>();
  let verifier: { key: string; verify: ReturnType<typeof signatureCheck> } | null = null;
  const found = new Map<number, DoorAttendee>();

  const ask = askDoor(options);
  const saleOptions = { signal, timeoutMs: saleTimeoutMs };
  const sales = createSaleDesk({
    keeper: saleStore,
    connection: {
      sell: (sale) =>
        ask(
          "door/sell",
          { deviceId: thisDeviceId(), ...bodyOfSale(sale) },
          { ...saleOptions, key: sale.key },
        ),
      close: async ({ key }) => (await ask("door/closeSale", { key }, saleOptions)).isSold,
    },
    newKey,
    now: () => Date.now(),
    report: (error) => (isFull(error) ? reportFullStorage() : reportUnlessClosed(error)),
  });
  const connection = new DoorConnection({
    store,
    eventId,
    deviceId: thisDeviceId(),
    appVersion: appVersion(),
    ask,
    token,
    signal: loopSignal,
    onWritten: (update) => {
      isStorageFull = false;
      if (update !== null) updateIndex(update);
      announceWrite(update === null ? [] : idsOf(update));
    },
    onChangedElsewhere: () => wakeSignal.news(),
    onAsked: (at) => {
      askedAt = at;
      tellTabs({ type: "online", isOnline, askedAt });
      void refreshState();
    },
  });
  const indexLoaded = readAttendeeIndex(store, index).then(refreshState, reportUnlessClosed);
  tabs.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    void handleMessage(data).catch(reportUnlessClosed);
  });
  addEventListener("online", requestSync, { signal });
  addEventListener(
    "offline",
    () => {
      isOnline = false;
      void refreshState();
    },
    { signal },
  );
  document.addEventListener(
    "visibilitychange",
    () => {
      // The phone may have suspended the hidden page's timers and streams.
      if (document.visibilityState === "visible") requestSync();
    },
    { signal },
  );
  void withLock(name, loopSignal, () => {
    isLeader = true;
    return runSyncLoop(connection, {
      store,
      wakeSignal,
      signal: loopSignal,
      onOnline: (isOnlineNow) => {
        if (isOnlineNow !== isOnline) tellTabs({ type: "online", isOnline: isOnlineNow, askedAt });
        isOnline = isOnlineNow;
        void refreshState();
      },
      onFull: reportFullStorage,
      onIdle: resolveIdle,
    });
  }).catch(reportUnlessClosed);
  storageLost.signal.addEventListener("abort", () => {
    isLeader = false;
    state = { ...state, problem: "storageLost" };
    for (const listener of listeners) listener();
  });
  // Ask the leader whether the server answers, because `navigator.onLine` is true in any network.
  tellTabs({ type: "ask" });
  // Another tab may be working on the pending sale.
  if (state.sale !== null) void waitForOtherTab();

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    judgeCode: async (text) => judgeText(judgeContext(), text),
    judgeAttendee: async (attendeeId) => judgeAttendee(judgeContext(), attendeeId),
    async admit({ attendeeId, code }) {
      await act({ kind: "admit", attendeeId: attendeeId ?? attendeeIdIn(code), purchaseId: null, code });
    },
    async undo(attendeeId) {
      await act({ kind: "undo", attendeeId, purchaseId: null, code: null });
    },
    redeem: ({ purchaseId, code, counts }) =>
      act({ kind: "redeem", attendeeId: null, purchaseId, code, lines: counts && linesOfCounts(counts) }),
    async undoRedeem(purchaseId, scanIds) {
      await act({ kind: "undo", attendeeId: null, purchaseId, code: null, scanIds });
    },
    async search(text) {
      if (!state.copy.isWhole && isOnline) {
        const answer = await ask("door/search", { text }, { signal, timeoutMs: 3_000 }).catch(() => null);
        if (answer !== null) {
          for (const attendee of answer.attendees) found.set(attendee.attendeeId, attendee);
          return answer.attendees;
        }
      }
      await indexLoaded;
      const tx = beginReading(store, ["attendees"] as const);
      const matches = await Promise.all(index.find(text).map((id) => tx.objectStore("attendees").get(id)));
      return matches.flatMap((attendee) => attendee ?? []);
    },
    purchasesOf: async (registrationId) => judgePurchasesOf(judgeContext(), registrationId),
    sell: (request) => workOnSale(() => sales.sell(request)),
    askAgain: () => workOnSale(() => sales.askAgain()),
    giveUp: () => workOnSale(() => sales.giveUp()),
    undoSale: (sale) =>
      askUndo(sale, (key) =>
        ask("door/undoSale", { deviceId: thisDeviceId(), key: sale.key }, { ...saleOptions, key }),
      ),
    till: () => ask("door/getTill", { deviceId: thisDeviceId() }, saleOptions),
    saleFacts: async () => (await readKept(store)).saleFacts ?? null,
    async keepSaleFacts(saleFacts) {
      await write(store, "relaxed", (tx) => change(tx, () => ({ saleFacts })));
    },
    recent: () => recentActs(store),
    keepRecent: (act) => saveRecentAct(store, act),
    dismissCorrection({ answer }) {
      void dismissCorrection(store, answer.scanId).then(() => announceWrite([]), reportUnlessClosed);
    },
    async syncNow() {
      const allDone = new Promise<void>((resolve) => idleResolvers.add(resolve));
      requestSync();
      // If another tab is the leader, this one does not learn when the sync is done.
      await Promise.race([allDone, new Promise((resolve) => setTimeout(resolve, 15_000))]);
    },
    async forget() {
      close();
      index.clear();
      found.clear();
      await forgetCopy(store, null);
      const canBeDeleted = await isAllSent(store);
      store.close();
      removeSavedDoor(eventId);
      if (canBeDeleted) await deleteDB(name);
    },
    close() {
      close();
      store.close();
    },
  };

  function judgeContext() {
    const key = state.door?.publicKey ?? "";
    if (verifier?.key !== key) verifier = { key, verify: signatureCheck(key) };
    return { store, eventId, checkSignature: verifier.verify, now: new Date(), found };
  }

  /** Resolves to the scan's id, or to null if `writeAct` had nothing to write. */
  async function act(target: Omit<DoorAct, "decided" | "claimedAt">): Promise<string | null> {
    const isServerAsked = isOnline && (state.problem === null || state.problem === "storageFull");
    const writtenAct = await writeAct(store, {
      ...target,
      decided: !isServerAsked,
      claimedAt: new Date().toISOString(),
    }).catch((error: unknown) => {
      if (isFull(error)) reportFullStorage();
      throw error;
    });
    if (writtenAct === null) return null;
    isStorageFull = false;
    if (writtenAct.attendee !== null) index.put(writtenAct.attendee);
    if (isServerAsked)
      setTimeout(() => {
        if (!signal.aborted)
          void markUnansweredDecided(store, writtenAct.scan.sequence).catch(reportUnlessClosed);
      }, decideAfterMs);
    const ids = writtenAct.attendee === null ? [] : [writtenAct.attendee.attendeeId];
    tellTabs({ type: "written", ids, hasNewScan: true });
    // Offline, keep the pauses between retries, because scans come faster than a network comes back.
    if (isOnline) wakeSignal.wake();
    await refreshState();
    return writtenAct.scan.scanId;
  }

  async function workOnSale<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    salesUnderWay += 1;
    void refreshState();
    try {
      return await withLock(saleLock, signal, () => {
        tellTabs({ type: "sale" });
        return work();
      });
    } catch (error) {
      if (isFull(error)) reportFullStorage();
      throw error;
    } finally {
      salesUnderWay -= 1;
      await showSale();
    }
  }

  async function waitForOtherTab(): Promise<void> {
    if (isSaleInOtherTab || !("locks" in navigator)) return;
    isSaleInOtherTab = true;
    void refreshState();
    await withLock(saleLock, signal, () => Promise.resolve()).catch(reportUnlessClosed);
    isSaleInOtherTab = false;
    await showSale();
  }

  /** Shows the sale's known state even if the database can no longer be read. */
  function showSale(): Promise<void> {
    state = { ...state, sale: state.sale && saleState(state.sale) };
    for (const listener of listeners) listener();
    return refreshState();
  }

  function saleState(sale: KeptSale): DoorState["sale"] {
    return saleStore.isWaiting(sale) ? { ...sale, isUnderWay: salesUnderWay > 0 || isSaleInOtherTab } : null;
  }

  function reportFullStorage(): void {
    isStorageFull = true;
    void refreshState();
  }

  /** Makes other tabs read these attendees again, or all of them (null). */
  function announceWrite(ids: readonly number[] | null): void {
    tellTabs({ type: "written", ids, hasNewScan: false });
    void refreshState();
  }

  function updateIndex({ attendees, removedIds }: CopyUpdate): void {
    if (removedIds === "all") index.clear();
    else
      for (const id of removedIds) {
        index.remove(id);
        found.delete(id);
      }
    for (const attendee of attendees) {
      index.put(attendee);
      if (found.has(attendee.attendeeId)) found.set(attendee.attendeeId, attendee);
    }
  }

  function requestSync(): void {
    connection.isDue = true;
    wakeSignal.wake();
    tellTabs({ type: "ask" });
  }

  async function handleMessage(message: TabMessage): Promise<void> {
    if (message.type === "ask") {
      connection.isDue = true;
      wakeSignal.wake();
      if (isLeader) tellTabs({ type: "online", isOnline, askedAt });
    } else if (message.type === "online") ({ isOnline, askedAt } = message);
    else if (message.type === "sale") return waitForOtherTab();
    else if (message.ids === null) await readAttendeeIndex(store, index).catch(reportUnlessClosed);
    else {
      for (const id of message.ids) {
        const attendee = await readFrom(store, "attendees", (attendees) => attendees.get(id));
        if (attendee) index.put(attendee);
        else index.remove(id);
      }
      if (message.hasNewScan && isOnline) wakeSignal.wake();
    }
    await refreshState();
  }

  async function refreshState(): Promise<void> {
    if (signal.aborted) return;
    const next = await readState().catch(reportUnlessClosed);
    if (next === undefined) return;
    state = next;
    for (const listener of listeners) listener();
  }

  async function readState(): Promise<DoorState> {
    const tx = beginReading(store, ["kept", "queue", "sale"] as const);
    const [saved = nothingKept, waiting, sale = null] = await Promise.all([
      tx.objectStore("kept").get("kept"),
      tx.objectStore("queue").count(),
      tx.objectStore("sale").get("sale"),
    ]);
    const { door, total, isWhole, freshAt, surprises } = saved;
    const isOver = saved.problem === "revoked" || saved.problem === "expired";
    const problem = isStorageFull && !isOver ? "storageFull" : saved.problem;
    return {
      door,
      copy: { kept: index.size, total: isWhole ? index.size : total, isWhole },
      freshAt,
      isOnline,
      waiting,
      askedAt,
      arrived: index.arrived,
      expected: index.expected,
      hasOldCodes: index.oldCodeCount > 0,
      problem: storageLost.signal.aborted ? "storageLost" : problem,
      surprises,
      sale: sale && saleState(sale),
    };
  }

  function tellTabs(message: TabMessage): void {
    if (!signal.aborted) tabs.postMessage(message);
  }

  function resolveIdle(): void {
    for (const resolve of idleResolvers) resolve();
    idleResolvers.clear();
  }

  function close(): void {
    closing.abort();
    resolveIdle();
    tabs.close();
    listeners.clear();
  }

  /**
   * Logs an error after a second, because reads and writes also fail when the storage is lost, which the browser may
   * report only afterwards.
   */
  function reportUnlessClosed(error: unknown): undefined {
    setTimeout(() => {
      if (!loopSignal.aborted) console.error(error);
    }, 1_000);
  }
}

async function withLock<Result>(
  lock: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request(lock, { signal }, work);
}

function idsOf({ attendees, removedIds }: CopyUpdate): number[] | null {
  if (removedIds === "all" || attendees.length > 200) return null;
  return [...attendees.map(({ attendeeId }) => attendeeId), ...removedIds];
}
