/**
 * Makes this browser a device at a door: opens what it keeps, and makes one of its tabs the leader, which talks with the
 * server. Invariant: whatever is shown comes from what is kept, so that a reload shows the same.
 */
import { deleteDB } from "idb";
import { readQrText } from "../../contract/rules/qr.ts";
import { eventEnd } from "../../contract/rules/sales.ts";
import { anySignal } from "../lib/anySignal.ts";
import { newKey } from "../lib/newKey.ts";
import { type DoorAct, decideUnanswered, writeAct } from "./acts.ts";
import { putSurpriseAway } from "./answers.ts";
import { askDoor } from "./askDoor.ts";
import { AttendeeIndex, readAttendeeIndex } from "./attendeeIndex.ts";
import { signatureCheck } from "./codeCheck.ts";
import { type CopyUpdate, forgetCopy, keepDoor } from "./copy.ts";
import type { DoorClient, DoorState, OpenDoor } from "./device.ts";
import { DoorConnection } from "./doorConnection.ts";
import { databaseName, nothingKept, openStore } from "./doorStore.ts";
import { judgeSomebody, judgeText } from "./judgeDoor.ts";
import { dropDoor, noteDoor } from "./keptDoors.ts";
import { saleDisk } from "./keptSale.ts";
import { keepActAlone, recentActs } from "./recent.ts";
import { createSaleDesk, type KeptSale } from "./sale.ts";
import { isFull, runSyncLoop, WakeSignal } from "./syncLoop.ts";
import { appVersion, thisDeviceId } from "./thisDevice.ts";

/** How long the server is waited for before an act is a fact (the "fallback after 1 s"). */
const decidedAfterMs = 1_000;

/** A sale that is not answered by then is asked about again: people stand and wait. */
const salePatienceMs = 10_000;

/** What tabs of one device tell each other. */
type TabMessage =
  | { readonly type: "written"; readonly ids: readonly number[] | null; readonly isToTell: boolean }
  | { readonly type: "online"; readonly isOnline: boolean; readonly askedAt: number | null }
  | { readonly type: "ask" }
  /** The tab that says it has to do with the sale, for as long as it holds the sale's lock. */
  | { readonly type: "sale" };

/** Opens the device; resolves once what is kept is at hand, with or without a network. */
export async function openDoor(options: OpenDoor): Promise<DoorClient> {
  const { eventId, token, onBlocked = () => {} } = options;
  const lost = new AbortController();
  const store = await openStore(eventId, { onBlocked, onLost: () => lost.abort() });
  if (options.door) await keepDoor(store, options.door);
  // Nobody waits any more for what was asked before a reload.
  await decideUnanswered(store);
  void navigator.storage?.persist?.().catch(() => false);

  const name = databaseName(eventId);
  const saleLock = `${name}-sale`;
  const ending = new AbortController();
  const { signal } = ending;
  /** Ends the sync loop alone: a page without its storage leaves it to another tab, and still hears of its own sale. */
  const talking = anySignal(signal, lost.signal);
  const wakeSignal = new WakeSignal();
  const tabs = new BroadcastChannel(name);
  const index = new AttendeeIndex();
  const listeners = new Set<() => void>();
  let isOnline = navigator.onLine;
  /** Whether this tab is the leader: the one that talks with the server. */
  let isLeader = false;
  /** The last that was to be written was refused for want of room. */
  let hasNoRoom = false;
  /** When the leader tab asked for what is not answered yet. */
  let askedAt: number | null = null;
  /** Presses about the sale that this page waits for, and whether another tab does. */
  let salesUnderWay = 0;
  let isSaleElsewhere = false;
  const disk = saleDisk(store, () => {
    tellTabs({ type: "written", ids: [], isToTell: false });
    void show();
  });
  let state = await readState();
  if (state.door !== null) {
    noteDoor({ eventId, endsAt: eventEnd(state.door.event).toISOString() });
  }
  /** Those who wait until nothing is left to tell or to ask. */
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
      // A phone's pocket stops all clocks and streams.
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
    for (const told of listeners) told();
  });
  // Whether the server answers is known to the leader tab: a browser says that it is online in any network.
  tellTabs({ type: "ask" });
  // The sale that waits may be in another tab's hands.
  if (state.sale !== null) void waitForOtherTab();

  return {
    state: () => state,
    subscribe(told) {
      listeners.add(told);
      return () => listeners.delete(told);
    },
    judgeCode: async (text) => judgeText(bench(), text),
    judgeAttendee: async (attendeeId) => judgeSomebody(bench(), attendeeId),
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
      void putSurpriseAway(store, answer.scanId).then(() => written(null, false), reportUnlessClosed);
    },
    async syncNow() {
      const rest = new Promise<void>((resolve) => waitingForRest.add(resolve));
      asked();
      // Another tab may be the leader: then this one hears of it by what it writes.
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

  /** Writes an act, and has it told. What the disk refuses is thrown, for then nothing has happened. */
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

  /** Does something about a sale, one tab at a time; until it is done, every tab's state says that it is under way. */
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

  /** Another tab has to do with the sale: this one says so until it is done, or that tab is gone. */
  async function waitForOtherTab(): Promise<void> {
    if (isSaleElsewhere || !("locks" in navigator)) return;
    isSaleElsewhere = true;
    void show();
    await alone(saleLock, signal, () => Promise.resolve()).catch(reportUnlessClosed);
    isSaleElsewhere = false;
    await showSale();
  }

  /** What is known of the sale is shown also where the database can no longer be read. */
  function showSale(): Promise<void> {
    state = { ...state, sale: state.sale && shownSale(state.sale) };
    for (const told of listeners) told();
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
    // Without a network, each try waits for its own pause: scans come faster than a network does.
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
    for (const told of listeners) told();
  }

  async function readState(): Promise<DoorState> {
    const tx = store.transaction(["kept", "queue", "sale"], "readonly");
    const [kept = nothingKept, waiting, sale = null] = await Promise.all([
      tx.objectStore("kept").get("kept"),
      tx.objectStore("queue").count(),
      tx.objectStore("sale").get("sale"),
    ]);
    const { door, total, isWhole, freshAt, surprises } = kept;
    const isOver = kept.problem === "revoked" || kept.problem === "expired";
    const problem = hasNoRoom && !isOver ? "storageFull" : kept.problem;
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

  /** What was under way when the page was left, or lost its storage, fails, and says nothing new. */
  function reportUnlessClosed(error: unknown): undefined {
    if (!talking.aborted) console.error(error);
  }
}

/** Runs when no other tab of this device holds the lock of that name. Where the browser has no locks, it runs at once. */
async function alone<Result>(
  lock: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request(lock, { signal }, work);
}

/** The id in a code of somebody who is not in the copy yet. */
function idIn(code: string | null, kind: "attendee"): number | null {
  const reading = readQrText(code);
  return reading?.kind === kind ? reading.a : null;
}

/** More than some are read anew at once. */
function idsOf({ attendees, removedIds }: CopyUpdate): number[] | null {
  if (removedIds === "all" || attendees.length > 200) return null;
  return [...attendees.map(({ attendeeId }) => attendeeId), ...removedIds];
}
