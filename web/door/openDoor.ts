/**
 * Makes this browser a device at a door: opens its stored data, and elects one tab as leader, which talks to the
 * server. Invariant: pages show only stored data, so a reload shows the same.
 */
import { deleteDB } from "idb";
import { readQrText } from "../../contract/rules/qr.ts";
import { eventEnd } from "../../contract/rules/sales.ts";
import { anySignal } from "../lib/anySignal.ts";
import { newKey } from "../lib/newKey.ts";
import { type DoorAct, decideUnanswered, writeAct } from "./acts.ts";
import { dismissCorrection } from "./answers.ts";
import { askDoor } from "./askDoor.ts";
import { AttendeeIndex, readAttendeeIndex } from "./attendeeIndex.ts";
import { signatureCheck } from "./codeCheck.ts";
import { type CopyUpdate, forgetCopy, keepDoor } from "./copy.ts";
import type { DoorClient, DoorState, OpenDoor } from "./device.ts";
import { DoorConnection } from "./doorConnection.ts";
import { databaseName, nothingKept, openStore } from "./doorStore.ts";
import { judgeAttendee, judgeText } from "./judgeDoor.ts";
import { dropDoor, noteDoor } from "./keptDoors.ts";
import { keepActAlone, recentActs } from "./recent.ts";
import { createSaleDesk, type KeptSale } from "./sale.ts";
import { storedSales } from "./storedSales.ts";
import { isFull, runSyncLoop, WakeSignal } from "./syncLoop.ts";
import { appVersion, thisDeviceId } from "./thisDevice.ts";

/** How long an act waits for the server before it is decided here (the "fallback after 1 s"). */
const decidedAfterMs = 1_000;

/** A sale without an answer by then is asked about again: people are waiting in line. */
const salePatienceMs = 10_000;

/** The messages between tabs of one device. */
type TabMessage =
  | { readonly type: "written"; readonly ids: readonly number[] | null; readonly isToTell: boolean }
  | { readonly type: "online"; readonly isOnline: boolean; readonly askedAt: number | null }
  | { readonly type: "ask" }
  /** The sending tab works on the sale while it holds the sale's lock. */
  | { readonly type: "sale" };

/** Opens the device. Resolves once the stored data is loaded, with or without a network. */
export async function openDoor(options: OpenDoor): Promise<DoorClient> {
  const { eventId, token, onBlocked = () => {} } = options;
  const lost = new AbortController();
  const store = await openStore(eventId, { onBlocked, onLost: () => lost.abort() });
  if (options.door) await keepDoor(store, options.door);
  // Nobody waits any more for requests from before a reload.
  await decideUnanswered(store);
  void navigator.storage?.persist?.().catch(() => false);

  const name = databaseName(eventId);
  const saleLock = `${name}-sale`;
  const ending = new AbortController();
  const { signal } = ending;
  /**
   * Ends only the sync loop: a page without storage leaves it to another tab, and still gets the answer to its own
   * sale.
   */
  const talking = anySignal(signal, lost.signal);
  const wakeSignal = new WakeSignal();
  const tabs = new BroadcastChannel(name);
  const index = new AttendeeIndex();
  const listeners = new Set<() => void>();
  let isOnline = navigator.onLine;
  /** Whether this tab is the leader, which talks to the server. */
  let isLeader = false;
  /** The last write was refused because the disk is full. */
  let hasNoRoom = false;
  /** When the leader tab sent the pending request. */
  let askedAt: number | null = null;
  /** How many calls about the sale this page waits for, and whether another tab works on it. */
  let salesUnderWay = 0;
  let isSaleElsewhere = false;
  const disk = storedSales(store, () => {
    tellTabs({ type: "written", ids: [], isToTell: false });
    void show();
  });
  let state = await readState();
  if (state.door !== null) {
    noteDoor({ eventId, endsAt: eventEnd(state.door.event).toISOString() });
  }
  /** The resolvers that wait until nothing is left to send or request. */
  const waitingForRest = new Set<() => void>();
  let check: { key: string; of: ReturnType<typeof signatureCheck> } | null = null;

  const ask = askDoor(options);
  const patiently = { signal, patienceMs: salePatienceMs };
  const sales = createSaleDesk({
    keeper: disk,
    connection: {
      sell: ({ key, tickets, name, email, paidBy, totalAmount }) => {
        const sale = { deviceId: thisDeviceId(), tickets: [...tickets], name, email, paidBy, totalAmount };
        return ask("door/sell", sale, { ...patiently, key });
      },
      close: async ({ key }) => (await ask("door/closeSale", { key }, patiently)).isSold,
    },
    newKey,
    now: () => Date.now(),
    report: (error) => (isFull(error) ? noRoom() : reportUnlessClosed(error)),
  });
  const connection = new DoorConnection({
    store,
    eventId,
    deviceId: thisDeviceId(),
    appVersion: appVersion(),
    ask,
    token,
    signal: talking,
    onWritten: (written) => {
      hasNoRoom = false;
      if (written !== null) enter(written);
      tellTabs({ type: "written", ids: written === null ? [] : idsOf(written), isToTell: false });
      void show();
    },
    onMoved: () => wakeSignal.news(),
    onAsked: (now) => {
      askedAt = now;
      tellTabs({ type: "online", isOnline, askedAt });
      void show();
    },
  });
  const reading = readAttendeeIndex(store, index).then(show, reportUnlessClosed);
  tabs.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    void hear(data).catch(reportUnlessClosed);
  });
  addEventListener("online", asked, { signal });
  addEventListener(
    "offline",
    () => {
      isOnline = false;
      void show();
    },
    { signal },
  );
  document.addEventListener(
    "visibilitychange",
    () => {
      // A phone in a pocket suspends all timers and streams.
      if (document.visibilityState === "visible") asked();
    },
    { signal },
  );
  void alone(name, talking, () => {
    isLeader = true;
    return runSyncLoop(connection, {
      store,
      wakeSignal,
      signal: talking,
      onOnline: (now) => {
        if (now !== isOnline) tellTabs({ type: "online", isOnline: now, askedAt });
        isOnline = now;
        void show();
      },
      onFull: noRoom,
      onRest: rested,
    });
  }).catch(reportUnlessClosed);
  lost.signal.addEventListener("abort", () => {
    isLeader = false;
    state = { ...state, problem: "storageLost" };
    for (const answer of listeners) answer();
  });
  // Only the leader tab knows whether the server answers: a browser says that it is online in any network.
  tellTabs({ type: "ask" });
  // Another tab may be working on the pending sale.
  if (state.sale !== null) void waitForOtherTab();

  return {
    state: () => state,
    subscribe(answer) {
      listeners.add(answer);
      return () => listeners.delete(answer);
    },
    judgeCode: async (text) => judgeText(bench(), text),
    judgeAttendee: async (attendeeId) => judgeAttendee(bench(), attendeeId),
    admit: ({ attendeeId, code }) =>
      act({ kind: "admit", attendeeId: attendeeId ?? idIn(code, "attendee"), purchaseId: null, code }),
    undo: (attendeeId) => act({ kind: "undo", attendeeId, purchaseId: null, code: null }),
    redeem: ({ purchaseId, code }) => act({ kind: "redeem", attendeeId: null, purchaseId, code }),
    undoRedeem: (purchaseId) => act({ kind: "undo", attendeeId: null, purchaseId, code: null }),
    async search(text) {
      if (!state.copy.isWhole && isOnline) {
        const answer = await ask("door/search", { text }, { signal, patienceMs: 3_000 }).catch(() => null);
        if (answer !== null) return answer.attendees;
      }
      await reading;
      const tx = store.transaction("attendees", "readonly");
      const found = await Promise.all(index.find(text).map((id) => tx.store.get(id)));
      return found.flatMap((attendee) => attendee ?? []);
    },
    purchasesOf: (registrationId) => store.getAllFromIndex("purchases", "registrationId", registrationId),
    sell: (wish) => whileUnderWay(() => sales.sell(wish)),
    askAgain: () => whileUnderWay(() => sales.askAgain()),
    giveUp: () => whileUnderWay(() => sales.giveUp()),
    till: () => ask("door/getTill", { deviceId: thisDeviceId() }, patiently),
    recent: () => recentActs(store),
    keepRecent: (act) => keepActAlone(store, act),
    putAway({ answer }) {
      void dismissCorrection(store, answer.scanId).then(() => written(null, false), reportUnlessClosed);
    },
    async syncNow() {
      const rest = new Promise<void>((resolve) => waitingForRest.add(resolve));
      asked();
      // If another tab is the leader, this one learns the result by what it writes.
      await Promise.race([rest, new Promise((resolve) => setTimeout(resolve, 15_000))]);
    },
    async forget() {
      close();
      index.clear();
      await forgetCopy(store, null);
      const isAllTold = (await store.count("queue")) + (await store.count("sale")) === 0;
      store.close();
      dropDoor(eventId);
      if (isAllTold) await deleteDB(name);
    },
    close() {
      close();
      store.close();
    },
  };

  function bench() {
    const key = state.door?.publicKey ?? "";
    if (check?.key !== key) check = { key, of: signatureCheck(key) };
    return { store, eventId, checkSignature: check.of, now: new Date() };
  }

  /** Writes an act and has it sent. Throws if the disk refuses it: then nothing has happened. */
  async function act(done: Omit<DoorAct, "decided" | "claimedAt">): Promise<void> {
    const isAsked = isOnline && (state.problem === null || state.problem === "storageFull");
    const made = await writeAct(store, {
      ...done,
      decided: !isAsked,
      claimedAt: new Date().toISOString(),
    }).catch((error: unknown) => {
      if (isFull(error)) noRoom();
      throw error;
    });
    if (made === null) return;
    hasNoRoom = false;
    if (made.attendee !== null) index.put(made.attendee);
    if (isAsked)
      setTimeout(() => {
        if (!signal.aborted) void decideUnanswered(store, made.scan.sequence).catch(reportUnlessClosed);
      }, decidedAfterMs);
    written(made.attendee === null ? [] : [made.attendee.attendeeId], true);
    await show();
  }

  /** Works on a sale, one tab at a time. Meanwhile every tab's state says that it is under way. */
  async function whileUnderWay<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    salesUnderWay += 1;
    void show();
    try {
      return await alone(saleLock, signal, () => {
        tellTabs({ type: "sale" });
        return work();
      });
    } catch (error) {
      if (isFull(error)) noRoom();
      throw error;
    } finally {
      salesUnderWay -= 1;
      await showSale();
    }
  }

  /** Another tab works on the sale: shows that here until it has finished or is gone. */
  async function waitForOtherTab(): Promise<void> {
    if (isSaleElsewhere || !("locks" in navigator)) return;
    isSaleElsewhere = true;
    void show();
    await alone(saleLock, signal, () => Promise.resolve()).catch(reportUnlessClosed);
    isSaleElsewhere = false;
    await showSale();
  }

  /** Shows the sale's known state even if the database can no longer be read. */
  function showSale(): Promise<void> {
    state = { ...state, sale: state.sale && shownSale(state.sale) };
    for (const answer of listeners) answer();
    return show();
  }

  function shownSale(sale: KeptSale): DoorState["sale"] {
    return disk.isWaiting(sale) ? { ...sale, isUnderWay: salesUnderWay > 0 || isSaleElsewhere } : null;
  }

  function noRoom(): void {
    hasNoRoom = true;
    void show();
  }

  function written(ids: readonly number[] | null, isToTell: boolean): void {
    tellTabs({ type: "written", ids: ids ?? [], isToTell });
    // Offline, keep the pauses between retries: scans come faster than a network comes back.
    if (isToTell && isOnline) wakeSignal.wake();
    if (ids === null) void show();
  }

  function enter({ attendees, removedIds }: CopyUpdate): void {
    if (removedIds === "all") index.clear();
    else for (const id of removedIds) index.remove(id);
    for (const attendee of attendees) index.put(attendee);
  }

  function asked(): void {
    connection.isDue = true;
    wakeSignal.wake();
    tellTabs({ type: "ask" });
  }

  async function hear(message: TabMessage): Promise<void> {
    if (message.type === "ask") {
      connection.isDue = true;
      wakeSignal.wake();
      if (isLeader) tellTabs({ type: "online", isOnline, askedAt });
    } else if (message.type === "online") ({ isOnline, askedAt } = message);
    else if (message.type === "sale") return waitForOtherTab();
    else if (message.ids === null) await readAttendeeIndex(store, index).catch(reportUnlessClosed);
    else {
      for (const id of message.ids) {
        const attendee = await store.get("attendees", id);
        if (attendee) index.put(attendee);
        else index.remove(id);
      }
      if (message.isToTell && isOnline) wakeSignal.wake();
    }
    await show();
  }

  async function show(): Promise<void> {
    if (signal.aborted) return;
    const next = await readState().catch(reportUnlessClosed);
    if (next === undefined) return;
    state = next;
    for (const answer of listeners) answer();
  }

  async function readState(): Promise<DoorState> {
    const tx = store.transaction(["kept", "queue", "sale"], "readonly");
    const [saved = nothingKept, waiting, sale = null] = await Promise.all([
      tx.objectStore("kept").get("kept"),
      tx.objectStore("queue").count(),
      tx.objectStore("sale").get("sale"),
    ]);
    const { door, total, isWhole, freshAt, surprises } = saved;
    const isOver = saved.problem === "revoked" || saved.problem === "expired";
    const problem = hasNoRoom && !isOver ? "storageFull" : saved.problem;
    return {
      door,
      copy: { kept: index.size, total: isWhole ? index.size : total, isWhole },
      freshAt,
      isOnline,
      waiting,
      askedAt,
      arrived: index.arrived,
      expected: index.expected,
      problem: lost.signal.aborted ? "storageLost" : problem,
      surprises,
      sale: sale && shownSale(sale),
    };
  }

  function tellTabs(message: TabMessage): void {
    if (!signal.aborted) tabs.postMessage(message);
  }

  function rested(): void {
    for (const resolve of waitingForRest) resolve();
    waitingForRest.clear();
  }

  function close(): void {
    ending.abort();
    rested();
    tabs.close();
    listeners.clear();
  }

  /** A request fails if the page is left or loses its storage meanwhile. That error is not reported. */
  function reportUnlessClosed(error: unknown): undefined {
    if (!talking.aborted) console.error(error);
  }
}

/** Runs once no other tab of this device holds the lock. If the browser has no locks, it runs at once. */
async function alone<Result>(
  lock: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request(lock, { signal }, work);
}

/** The attendee id in a code, also if the attendee is not in the copy yet. */
function idIn(code: string | null, kind: "attendee"): number | null {
  const reading = readQrText(code);
  return reading?.kind === kind ? reading.a : null;
}

/** The ids to read again. Null if there are so many that all are read again. */
function idsOf({ attendees, removedIds }: CopyUpdate): number[] | null {
  if (removedIds === "all" || attendees.length > 200) return null;
  return [...attendees.map(({ attendeeId }) => attendeeId), ...removedIds];
}
