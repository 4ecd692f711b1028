/**
 * The logic of a scanner: judges a code, admits, shows, undoes. Components hold none of this state. Invariant: a code
 * that is held or scanned twice is judged once. An act that is shown as done was accepted by the device.
 */

import { readQrText } from "../../../../contract/rules/qr.ts";
import type { DoorAttendee, DoorPurchase } from "../../../../contract/shapes/door.ts";
import { repeatFilter } from "../../../door/camera/repeats.ts";
import { type DoorClient, mostActs, type RecentAct, type ScanJudgement } from "../../../door/device.ts";
import { createStore, type Store } from "../../../stores/store.ts";
import { itemsText } from "../../../words/itemsText.ts";
import type { Tone } from "./verdictWords.ts";
import { verdictWords } from "./verdictWords.ts";

/** The judgement on the screen. */
export interface DeskView {
  /** Identifies the view, also if the same code is shown twice. */
  readonly key: number;
  readonly judged: ScanJudgement;
  /** False while an attendee found by name waits for the helper's decision. */
  readonly isDone: boolean;
  readonly purchases: readonly DoorPurchase[];
}

/** The desk's state. */
export interface DeskState {
  readonly shown: DeskView | null;
  /** Others of the shown party who are here too, but not admitted yet. */
  readonly ticked: readonly number[];
  /** Newest first. */
  readonly acts: readonly RecentAct[];
  /** The key of the act that the undo bar offers for a few seconds. */
  readonly latest: number | null;
  /** The text of the last failure. */
  readonly trouble: string | null;
}

/** The dependencies of the desk. */
interface Surroundings {
  device: Pick<
    DoorClient,
    | "state"
    | "judgeCode"
    | "judgeAttendee"
    | "admit"
    | "undo"
    | "redeem"
    | "undoRedeem"
    | "purchasesOf"
    | "recent"
    | "keepRecent"
  >;
  /** Sounds and vibrates. */
  signal: (tone: Tone) => void;
  now: () => number;
}

/** The operations of one scanner. */
export interface DoorDesk {
  store: Store<DeskState>;
  /**
   * A code was scanned or typed: whoever may enter is admitted at once. Resolves to whether the reading was new, since
   * the camera reports a held code with each frame.
   */
  code(text: string): Promise<boolean>;
  /** A name was chosen: nobody is admitted yet. */
  choose(attendeeId: number): Promise<void>;
  /** Sets which others of the party are here too. The next guest waits until they are admitted or unticked. */
  tick(attendeeIds: readonly number[]): void;
  /** Admits the chosen attendee and the ticked ones. */
  admit(): Promise<void>;
  /** Admits the ticked attendees. */
  letMoreIn(): Promise<void>;
  /** Names have arrived: adds the name to an attendee who was unknown. */
  fill(): Promise<void>;
  handOver(purchaseId: number): Promise<void>;
  /** Lists a sale, which is kept already. Only staff can undo it. */
  sold(act: RecentAct): void;
  /** Loads the acts from before the page was opened. */
  restore(): Promise<void>;
  undo(actKey: number): Promise<void>;
  /** Undoes the shown attendee's admission, wherever it happened. Admits nobody. */
  undoCheckIn(): Promise<void>;
  /** The undo bar's time is over. */
  forgetLatest(actKey: number): void;
  dismiss(): void;
}

const notScanned = "Not scanned. Let the ticked guests in first, or clear the ticks, then scan again.";
const notUndone = "Not undone. Let the ticked guests in first, or clear the ticks.";

export function createDoorDesk({ device, signal, now }: Surroundings): DoorDesk {
  const store = createStore<DeskState>({
    shown: null,
    ticked: [],
    acts: [],
    latest: null,
    trouble: null,
  });
  let keys = 0;
  const readings = repeatFilter();
  /** Codes that were scanned while somebody was ticked: each is refused with a sound once. */
  const refusals = repeatFilter();
  /** The acts run one after the other: a second code waits for the first one's verdict. */
  let turn: Promise<unknown> = Promise.resolve();

  const change = (part: Partial<DeskState>) => store.set({ ...store.get(), ...part });

  /** `isNext`: the work is about another person than the shown one, whose welcome must not be taken for theirs. */
  function inTurn(work: () => Promise<void>, isNext = false): Promise<void> {
    const mine = turn.then(work).catch((error: unknown) => {
      signal("bad");
      const why = error instanceof Error && error.message !== "" ? ` (${error.message})` : "";
      const trouble = `That could not be kept on this device. Try it again${why}.`;
      change(isNext ? { shown: null, ticked: [], trouble } : { trouble });
    });
    turn = mine;
    return mine;
  }

  async function show(judged: ScanJudgement, isDone: boolean): Promise<void> {
    const registrationId = judged.attendee?.registrationId ?? null;
    const purchases =
      registrationId === null || judged.purchase !== null ? [] : await device.purchasesOf(registrationId);
    keys += 1;
    change({ shown: { key: keys, judged, isDone, purchases }, ticked: [], trouble: null });
  }

  /** Refreshes the shown judgement after an act. */
  async function renew(done: Partial<Pick<ScanJudgement, "verdict" | "earlier">> = {}): Promise<void> {
    const { shown } = store.get();
    const attendeeId = shown?.judged.attendee?.attendeeId;
    if (!shown || attendeeId === undefined) return;
    const fresh = await device.judgeAttendee(attendeeId);
    const judged = { ...fresh, verdict: shown.judged.verdict, earlier: shown.judged.earlier, ...done };
    const purchases = await device.purchasesOf(fresh.attendee?.registrationId ?? 0);
    change({ shown: { ...shown, judged, purchases } });
  }

  function note(act: Omit<RecentAct, "key" | "at" | "isUndone">): void {
    const at = now();
    // Must be higher than the stored keys from before a reload.
    keys = Math.max(keys + 1, at);
    const noted = { ...act, key: keys, at, isUndone: false };
    list([noted, ...store.get().acts], keys);
    keep(noted);
  }

  function list(acts: readonly RecentAct[], latest: number | null): void {
    change({ acts: acts.slice(0, mostActs), latest });
  }

  /** Stores an act. If that fails, the list still works until the page is closed. */
  function keep(act: RecentAct): void {
    device.keepRecent(act).catch((error: unknown) => console.error(error));
  }

  function markUndone(isMeant: (act: RecentAct) => boolean): void {
    const acts = store.get().acts.map((act) => {
      if (act.isUndone || !isMeant(act)) return act;
      const undone = { ...act, isUndone: true };
      keep(undone);
      return undone;
    });
    change({ acts });
  }

  /** While somebody is ticked, nothing replaces the card of their party, so that nobody is forgotten. */
  function isPartyWaiting(words: string): boolean {
    if (store.get().ticked.length === 0) return false;
    signal("warn");
    change({ trouble: words });
    return true;
  }

  /** Admits people of the shown party by their ids. */
  async function admit(attendeeIds: readonly number[]): Promise<void> {
    const party = store.get().shown?.judged.party ?? [];
    for (const attendeeId of attendeeIds) await device.admit({ code: null, attendeeId });
    change({ ticked: [], trouble: null });
    const names = party.filter((one) => attendeeIds.includes(one.attendeeId)).map(doorName);
    note({ words: names.join(", "), what: "in", attendeeIds, purchaseIds: [] });
    signal("good");
  }

  function tell(judged: ScanJudgement): void {
    const { door } = device.state();
    if (door !== null) signal(verdictWords(judged, door).tone);
  }

  return {
    store,
    async code(text) {
      if (!readings.isNew(text, now())) return false;
      await inTurn(async () => {
        if (store.get().ticked.length > 0) {
          // If it is still held when the ticks are gone, it is read then.
          readings.forget(text);
          if (refusals.isNew(text, now())) isPartyWaiting(notScanned);
          return;
        }
        const judged = await device.judgeCode(text);
        if (judged.verdict === "welcome") {
          if (judged.purchase !== null) {
            await device.redeem({ code: text, purchaseId: judged.purchase.purchaseId });
            note({
              words: itemsText(judged.purchase.items),
              what: "handedOver",
              attendeeIds: [],
              purchaseIds: [judged.purchase.purchaseId],
            });
          } else {
            const attendeeId = judged.attendee?.attendeeId ?? null;
            await device.admit({ code: text, attendeeId });
            const named = attendeeId ?? idIn(text);
            note({
              words: doorName(judged.attendee),
              what: "in",
              attendeeIds: named === null ? [] : [named],
              purchaseIds: [],
            });
          }
        }
        tell(judged);
        await show(judged, true);
      }, true);
      return true;
    },
    choose: (attendeeId) =>
      inTurn(async () => {
        const judged = await device.judgeAttendee(attendeeId);
        const isOpen = judged.verdict === "welcome";
        if (!isOpen) tell(judged);
        await show(judged, !isOpen);
      }, true),
    tick: (attendeeIds) => change({ ticked: attendeeIds, trouble: null }),
    admit: () =>
      inTurn(async () => {
        const { shown, ticked } = store.get();
        const attendee = shown?.judged.attendee;
        if (!shown || shown.isDone || !attendee) return;
        await admit([attendee.attendeeId, ...ticked]);
        change({ shown: { ...shown, isDone: true } });
        await renew();
      }),
    letMoreIn: () =>
      inTurn(async () => {
        const { ticked } = store.get();
        if (ticked.length === 0) return;
        await admit(ticked);
        await renew();
      }),
    fill: () => {
      const { shown } = store.get();
      const code = shown?.judged.code;
      if (!shown?.judged.isNew || shown.judged.attendee !== null || !code) return Promise.resolve();
      return inTurn(async () => {
        const fresh = await device.judgeCode(code);
        const { attendee } = fresh;
        const now = store.get();
        if (attendee === null || now.shown?.key !== shown.key) return;
        const purchases = await device.purchasesOf(attendee.registrationId);
        const judged = {
          ...fresh,
          verdict: shown.judged.verdict,
          earlier: shown.judged.earlier,
          isNew: false,
        };
        const isTheirs = ({ attendeeIds }: RecentAct) => attendeeIds[0] === attendee.attendeeId;
        const act = now.acts.find((one) => isTheirs(one) && one.words === doorName(null));
        const named = act && { ...act, words: doorName(attendee) };
        if (named) keep(named);
        change({
          shown: { ...shown, judged, purchases },
          acts: named ? now.acts.map((one) => (one.key === named.key ? named : one)) : now.acts,
        });
      });
    },
    handOver: (purchaseId) =>
      inTurn(async () => {
        const purchase = store.get().shown?.purchases.find((one) => one.purchaseId === purchaseId);
        await device.redeem({ code: null, purchaseId });
        note({
          words: purchase ? itemsText(purchase.items) : "Extras",
          what: "handedOver",
          attendeeIds: [],
          purchaseIds: [purchaseId],
        });
        signal("good");
        await renew();
      }),
    sold: (act) => {
      list([act, ...store.get().acts], null);
      signal("good");
    },
    async restore() {
      const saved = await device.recent();
      const { acts, latest } = store.get();
      const before = saved.filter(({ key }) => acts.every((act) => act.key !== key));
      list([...acts, ...before], latest);
    },
    undo: (actKey) =>
      inTurn(async () => {
        const act = store.get().acts.find(({ key }) => key === actKey);
        if (!act || act.isUndone) return;
        const { shown } = store.get();
        const attendeeId = shown?.judged.attendee?.attendeeId;
        const purchaseId = shown?.judged.purchase?.purchaseId;
        const isShown =
          (attendeeId !== undefined && act.attendeeIds.includes(attendeeId)) ||
          (purchaseId !== undefined && act.purchaseIds.includes(purchaseId));
        if (isShown && isPartyWaiting(notUndone)) return;
        for (const one of act.attendeeIds) await device.undo(one);
        for (const one of act.purchaseIds) await device.undoRedeem(one);
        markUndone(({ key }) => key === actKey);
        change({
          latest: null,
          ...(isShown && { shown: null, ticked: [] }),
        });
        if (!isShown) await renew();
      }),
    undoCheckIn: () =>
      inTurn(async () => {
        const attendeeId = store.get().shown?.judged.attendee?.attendeeId;
        if (attendeeId === undefined || isPartyWaiting(notUndone)) return;
        await device.undo(attendeeId);
        markUndone(({ attendeeIds }) => attendeeIds.length === 1 && attendeeIds[0] === attendeeId);
        const judged = await device.judgeAttendee(attendeeId);
        await show(judged, judged.verdict !== "welcome");
      }),
    forgetLatest: (actKey) => {
      if (store.get().latest === actKey) change({ latest: null });
    },
    dismiss: () => change({ shown: null, ticked: [], trouble: null }),
  };
}

/** The attendee id in a code, which may be newer than this copy. */
function idIn(text: string): number | null {
  const reading = readQrText(text);
  return reading?.kind === "attendee" ? reading.a : null;
}

/** First and last name; a ticket unknown to this copy has none. */
export function doorName(attendee: Pick<DoorAttendee, "firstName" | "lastName"> | null): string {
  return attendee === null ? "A new ticket" : `${attendee.firstName} ${attendee.lastName}`.trim();
}
