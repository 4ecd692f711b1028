/** Invariant: an act that is shown as done was accepted by the device. */

import { attendeeIdIn, readQrText } from "../../../../contract/rules/door/qr.ts";
import type { DoorPurchase } from "../../../../contract/shapes/door/door.ts";
import { createRepeatFilter } from "../../../door/camera/repeats.ts";
import {
  type DoorClient,
  type JudgedPurchase,
  maxRecentActs,
  type RecentAct,
  type ScanJudgement,
} from "../../../door/device.ts";
import { leftOf, sumOfCounts } from "../../../door/handovers.ts";
import { createStore, type Store } from "../../../stores/store.ts";
import { fullNameOf, type NameParts } from "../../../words/names.ts";
import { countedText, countsToHand } from "./verdict/handoverWords.ts";
import { type Tone, verdictWords } from "./verdict/verdictWords.ts";

export interface DeskView {
  /** Identifies the view, also if the same code is shown twice. */
  readonly key: number;
  readonly judgement: ScanJudgement;
  /** False while the attendee or the extras wait for the helper's decision. */
  readonly isDone: boolean;
  readonly purchases: readonly JudgedPurchase[];
  /** Whether the code is of extras, also of extras that are not in this copy. */
  readonly isExtras: boolean;
  /** What was handed over after this scan of its code, in words; null for nothing. */
  readonly handed: string | null;
}

export interface DeskState {
  readonly shown: DeskView | null;
  /** Attendees of the shown party, to be admitted too. */
  readonly ticked: readonly number[];
  /** How many of each item of a purchase to hand over, by purchase id; without an entry, all that is left. */
  readonly chosen: Readonly<Record<number, readonly number[]>>;
  /** Newest first, except a sale that was answered late. */
  readonly acts: readonly RecentAct[];
  /** The key of the act that the undo bar offers. */
  readonly latest: number | null;
  /** The message of the last failure or refusal. */
  readonly trouble: string | null;
}

interface DeskDependencies {
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
  signal: (tone: Tone) => void;
  now: () => number;
}

export interface DoorDesk {
  store: Store<DeskState>;
  /** Resolves to false if the code was read a moment ago: the camera reports it with each frame. */
  scanCode(text: string): Promise<boolean>;
  /** Shows an attendee, and admits nobody yet. */
  choose(attendeeId: number): Promise<void>;
  /** Codes are refused while anybody is ticked. */
  tick(attendeeIds: readonly number[]): void;
  /** Admits the chosen and the ticked attendees, if they may still enter. */
  admit(): Promise<void>;
  /** Admits the ticked attendees, if they may still enter. */
  letMoreIn(): Promise<void>;
  /** Shows a name, or items to hand over, that arrived after the scan. */
  fill(): Promise<void>;
  choosePart(purchaseId: number, counts: readonly number[]): void;
  /** Hands over the chosen items of a purchase of the shown registration. */
  handOver(purchaseId: number): Promise<void>;
  /** Hands over the chosen items of the extras whose code was scanned. */
  handOverScanned(): Promise<void>;
  /** Lists a sale, which useLastSale.ts keeps. */
  addSale(act: RecentAct): void;
  /** Marks an undone sale in the list. */
  markSaleUndone(actKey: number): void;
  /** Adds the acts that the device has stored. */
  restore(): Promise<void>;
  undo(actKey: number): Promise<void>;
  /** Undoes the shown attendee's admission, also one at another door. */
  undoCheckIn(): Promise<void>;
  /** The undo bar's time is over. */
  forgetLatest(actKey: number): void;
  dismiss(): void;
}

const notScanned = "Not scanned. Let the ticked guests in first, or clear the ticks, then scan again.";
const notUndone = "Not undone. Let the ticked guests in first, or clear the ticks.";

export function createDoorDesk({ device, signal, now }: DeskDependencies): DoorDesk {
  const store = createStore<DeskState>({
    shown: null,
    ticked: [],
    chosen: {},
    acts: [],
    latest: null,
    trouble: null,
  });
  let lastKey = 0;
  const readings = createRepeatFilter();
  /** A refused code that stays in view must not sound with each frame. */
  const refusals = createRepeatFilter();
  /** A second code waits for the verdict of the first. */
  let lastTurn: Promise<unknown> = Promise.resolve();

  const change = (part: Partial<DeskState>) => store.set({ ...store.get(), ...part });

  /** `isNext`: the work is about the next code or name. If it fails, the card of the one before must not stay. */
  function runInTurn(work: () => Promise<void>, isNext = false): Promise<void> {
    const ownTurn = lastTurn.then(work).catch((error: unknown) => {
      signal("bad");
      const reason = error instanceof Error && error.message !== "" ? ` (${error.message})` : "";
      const trouble = `This could not be stored on this device. Try again${reason}.`;
      change(isNext ? { shown: null, ticked: [], trouble } : { trouble });
    });
    lastTurn = ownTurn;
    return ownTurn;
  }

  /** `replaced` is the card that is shown anew. If it was closed meanwhile, it stays closed. */
  async function show(
    judgement: ScanJudgement,
    isDone: boolean,
    { handed = null, replaced }: { handed?: string | null; replaced?: DeskView | null } = {},
  ): Promise<void> {
    const registrationId = judgement.attendee?.registrationId ?? null;
    const purchases =
      registrationId === null || judgement.purchase !== null ? [] : await device.purchasesOf(registrationId);
    if (replaced && !isOpen(replaced)) return;
    lastKey += 1;
    const shown = {
      key: lastKey,
      judgement,
      isDone,
      purchases,
      isExtras: isOfExtras(judgement),
      handed,
    };
    // Guests of the same party stay ticked after a handover, so the card still offers to let them in.
    const ticked = store
      .get()
      .ticked.filter((id) => judgement.party.some(({ attendeeId }) => attendeeId === id));
    change({ shown, ticked, chosen: {}, trouble: null });
  }

  /** The helper may close a card while an act is pending. */
  function isOpen({ key }: DeskView): boolean {
    return store.get().shown?.key === key;
  }

  async function judgedAgain({ attendee, purchase, code }: ScanJudgement): Promise<ScanJudgement | null> {
    if (attendee !== null) return device.judgeAttendee(attendee.attendeeId);
    return purchase === null || code === null ? null : device.judgeCode(code);
  }

  /** The card's verdict stays, unless `changes` has another. */
  async function refreshJudgement(
    changes: Partial<Pick<ScanJudgement, "verdict" | "earlier">> = {},
  ): Promise<void> {
    const { shown } = store.get();
    if (!shown) return;
    const newJudgement = await judgedAgain(shown.judgement);
    if (newJudgement === null) return;
    const judgement = {
      ...newJudgement,
      verdict: shown.judgement.verdict,
      earlier: shown.judgement.earlier,
      ...changes,
    };
    const { attendee } = newJudgement;
    const purchases = attendee === null ? [] : await device.purchasesOf(attendee.registrationId);
    if (isOpen(shown)) change({ shown: { ...shown, judgement, purchases } });
  }

  function recordAct(act: Omit<RecentAct, "key" | "at" | "isUndone">): void {
    const at = now();
    // A new key must be higher than all keys that were stored before a reload.
    lastKey = Math.max(lastKey + 1, at);
    const newAct = { ...act, key: lastKey, at, isUndone: false };
    showActs([newAct, ...store.get().acts], lastKey);
    storeAct(newAct);
  }

  function showActs(acts: readonly RecentAct[], latest: number | null): void {
    change({ acts: acts.slice(0, maxRecentActs), latest });
  }

  /** If storing fails, only this page's list is up to date. */
  function storeAct(act: RecentAct): void {
    device.keepRecent(act).catch((error: unknown) => console.error(error));
  }

  function markUndone(matches: (act: RecentAct) => boolean): void {
    const acts = store.get().acts.map((act) => {
      if (act.isUndone || !matches(act)) return act;
      const undoneAct = { ...act, isUndone: true };
      storeAct(undoneAct);
      return undoneAct;
    });
    change({ acts });
  }

  /** Refuses and returns true while guests are ticked, so that none is forgotten. */
  function refuseWhileTicked(words: string): boolean {
    if (store.get().ticked.length === 0) return false;
    signal("warn");
    change({ trouble: words });
    return true;
  }

  /** Judges again: while the card was open, another door may have admitted them, or their day may have ended. */
  async function admit(attendeeIds: readonly number[]): Promise<void> {
    const judgements = await Promise.all(attendeeIds.map((id) => device.judgeAttendee(id)));
    const attendeesWith = (isWelcome: boolean) =>
      judgements.flatMap(({ verdict, attendee }) =>
        attendee !== null && (verdict === "welcome") === isWelcome ? [attendee] : [],
      );
    const [welcome, refused] = [attendeesWith(true), attendeesWith(false)];
    for (const { attendeeId } of welcome) await device.admit({ code: null, attendeeId });
    const trouble =
      refused.length === 0 ? null : `Not let in: ${refused.map(doorName).join(", ")}. See why here.`;
    change({ ticked: [], trouble });
    if (welcome.length > 0) {
      const words = welcome.map(doorName).join(", ");
      const admittedIds = welcome.map(({ attendeeId }) => attendeeId);
      recordAct({ words, what: "in", attendeeIds: admittedIds, purchaseIds: [] });
    }
    signal(refused.length === 0 ? "good" : "warn");
  }

  /** Returns what was handed over, in words; null for nothing. */
  async function redeem(
    code: string | null,
    purchaseId: number,
    purchase: DoorPurchase | null,
  ): Promise<string | null> {
    const { chosen } = store.get();
    const counts = purchase && countsToHand(purchase, chosen[purchaseId]);
    if (counts !== null && sumOfCounts(counts) === 0) return null;
    const scanId = await device.redeem({ code, purchaseId, counts });
    if (scanId === null) return null;
    const words = purchase === null || counts === null ? "New extras" : countedText(purchase, counts);
    recordAct({ words, what: "handedOver", attendeeIds: [], purchaseIds: [purchaseId], scanIds: [scanId] });
    // A second tap must not hand over the rest.
    change({ chosen: { ...chosen, [purchaseId]: purchase?.items.map(() => 0) ?? [] } });
    return words;
  }

  function playVerdict(judgement: ScanJudgement): void {
    const { door } = device.state();
    if (door !== null) signal(verdictWords(judgement, door).tone);
  }

  return {
    store,
    async scanCode(text) {
      if (!readings.isNew(text, now())) return false;
      await runInTurn(async () => {
        if (store.get().ticked.length > 0) {
          // If the code is still in front of the camera when the ticks are gone, it is read then.
          readings.forget(text);
          if (refusals.isNew(text, now())) refuseWhileTicked(notScanned);
          return;
        }
        const judgement = await device.judgeCode(text);
        const isWelcome = judgement.verdict === "welcome";
        if (isWelcome && isOfExtras(judgement)) {
          const { purchase } = judgement;
          const isOne = purchase !== null && sumOfCounts(leftOf(purchase)) === 1;
          change({ chosen: {} });
          // Of several items, the helper chooses how many.
          const handed = isOne ? await redeem(text, purchase.purchaseId, purchase) : null;
          signal(handed === null ? "ask" : "good");
          const shown = handed === null ? judgement : await judgedAfter(judgement, text);
          return show(shown, handed !== null, { handed });
        }
        if (isWelcome) {
          const attendeeId = judgement.attendee?.attendeeId ?? null;
          await device.admit({ code: text, attendeeId });
          const admittedId = attendeeId ?? attendeeIdIn(text);
          recordAct({
            words: doorName(judgement.attendee),
            what: "in",
            attendeeIds: admittedId === null ? [] : [admittedId],
            purchaseIds: [],
          });
        }
        playVerdict(judgement);
        await show(judgement, true);
      }, true);
      return true;
    },
    choose: (attendeeId) =>
      runInTurn(async () => {
        const judgement = await device.judgeAttendee(attendeeId);
        const isWelcome = judgement.verdict === "welcome";
        if (!isWelcome) playVerdict(judgement);
        await show(judgement, !isWelcome);
      }, true),
    tick: (attendeeIds) => change({ ticked: attendeeIds, trouble: null }),
    admit: () =>
      runInTurn(async () => {
        const { shown, ticked } = store.get();
        const attendee = shown?.judgement.attendee;
        if (!shown || shown.isDone || !attendee) return;
        // Judged before the admission, because afterwards the verdict is "alreadyIn".
        const { verdict, earlier } = await device.judgeAttendee(attendee.attendeeId);
        await admit([attendee.attendeeId, ...ticked]);
        if (!isOpen(shown)) return;
        change({ shown: { ...shown, isDone: true } });
        await refreshJudgement({ verdict, earlier });
      }),
    letMoreIn: () =>
      runInTurn(async () => {
        const { ticked } = store.get();
        if (ticked.length === 0) return;
        await admit(ticked);
        await refreshJudgement();
      }),
    fill: () => {
      const { shown } = store.get();
      const code = shown?.judgement.code;
      if (!shown?.judgement.isNew || shown.judgement.attendee !== null || !code) return Promise.resolve();
      return runInTurn(async () => {
        const newJudgement = await device.judgeCode(code);
        if (newJudgement.purchase !== null && isOpen(shown) && !shown.isDone)
          return show(newJudgement, newJudgement.verdict !== "welcome");
        const { attendee } = newJudgement;
        if (attendee === null) return;
        const purchases = await device.purchasesOf(attendee.registrationId);
        if (!isOpen(shown)) return;
        const judgement = {
          ...newJudgement,
          verdict: shown.judgement.verdict,
          earlier: shown.judgement.earlier,
          isNew: false,
        };
        const current = store.get();
        const isTheirAct = ({ attendeeIds }: RecentAct) => attendeeIds[0] === attendee.attendeeId;
        const act = current.acts.find(
          (listedAct) => isTheirAct(listedAct) && listedAct.words === doorName(null),
        );
        const namedAct = act && { ...act, words: doorName(attendee) };
        if (namedAct) storeAct(namedAct);
        change({
          shown: { ...shown, judgement, purchases },
          acts: namedAct
            ? current.acts.map((listedAct) => (listedAct.key === namedAct.key ? namedAct : listedAct))
            : current.acts,
        });
      });
    },
    choosePart: (purchaseId, counts) =>
      change({ chosen: { ...store.get().chosen, [purchaseId]: counts }, trouble: null }),
    handOver: (purchaseId) =>
      runInTurn(async () => {
        const purchase = store.get().shown?.purchases.find((shown) => shown.purchaseId === purchaseId);
        const purchases = purchase ? await device.purchasesOf(purchase.registrationId) : [];
        const current = purchases.find((one) => one.purchaseId === purchaseId && one.verdict === "welcome");
        const handed = current ? await redeem(null, purchaseId, current) : null;
        signal(handed === null ? "warn" : "good");
        await refreshJudgement();
      }),
    handOverScanned: () =>
      runInTurn(async () => {
        const { shown } = store.get();
        const code = shown?.judgement.code;
        if (!shown?.isExtras || shown.isDone || !code) return;
        const judgement = await device.judgeCode(code);
        if (judgement.verdict !== "welcome") {
          playVerdict(judgement);
          return show(judgement, true, { replaced: shown });
        }
        const purchaseId = judgement.purchase?.purchaseId ?? purchaseIdIn(code);
        const handed = purchaseId === null ? null : await redeem(code, purchaseId, judgement.purchase);
        if (handed === null) return signal("warn");
        signal("good");
        await show(await judgedAfter(judgement, code), true, { handed, replaced: shown });
      }),
    addSale: (act) => {
      // Makes room for the sale's own undo bar.
      showActs([act, ...store.get().acts], null);
      signal("good");
    },
    markSaleUndone: (actKey) => {
      markUndone(({ key, what }) => key === actKey && what === "sold");
      signal("good");
    },
    async restore() {
      const savedActs = await device.recent();
      const { acts, latest } = store.get();
      const earlierActs = savedActs.filter(({ key }) => acts.every((act) => act.key !== key));
      showActs([...acts, ...earlierActs], latest);
    },
    undo: (actKey) =>
      runInTurn(async () => {
        const act = store.get().acts.find(({ key }) => key === actKey);
        if (!act || act.isUndone) return;
        const { shown } = store.get();
        const attendeeId = shown?.judgement.attendee?.attendeeId;
        const purchaseId = shown?.judgement.purchase?.purchaseId;
        const isShown =
          (attendeeId !== undefined && act.attendeeIds.includes(attendeeId)) ||
          (purchaseId !== undefined && act.purchaseIds.includes(purchaseId));
        if (isShown && refuseWhileTicked(notUndone)) return;
        for (const id of act.attendeeIds) await device.undo(id);
        for (const id of act.purchaseIds) await device.undoRedeem(id, act.scanIds);
        markUndone(({ key }) => key === actKey);
        change({
          latest: null,
          ...(isShown && { shown: null, ticked: [] }),
        });
        if (!isShown) await refreshJudgement();
      }),
    undoCheckIn: () =>
      runInTurn(async () => {
        const { shown } = store.get();
        const attendeeId = shown?.judgement.attendee?.attendeeId;
        if (attendeeId === undefined || refuseWhileTicked(notUndone)) return;
        await device.undo(attendeeId);
        // An act that also admitted others stays.
        markUndone(({ attendeeIds }) => attendeeIds.length === 1 && attendeeIds[0] === attendeeId);
        const judgement = await device.judgeAttendee(attendeeId);
        await show(judgement, judgement.verdict !== "welcome", { replaced: shown });
      }),
    forgetLatest: (actKey) => {
      if (store.get().latest === actKey) change({ latest: null });
    },
    dismiss: () => change({ shown: null, ticked: [], chosen: {}, trouble: null }),
  };

  /** The judgement of extras that were handed over a moment ago, with what is left of them. */
  async function judgedAfter(judgement: ScanJudgement, code: string): Promise<ScanJudgement> {
    return { ...judgement, purchase: (await device.judgeCode(code)).purchase };
  }
}

function isOfExtras({ purchase, code }: ScanJudgement): boolean {
  return purchase !== null || readQrText(code)?.kind === "extras";
}

function purchaseIdIn(code: string): number | null {
  const reading = readQrText(code);
  return reading?.kind === "extras" ? reading.id : null;
}

export function doorName(attendee: NameParts | null): string {
  return attendee === null ? "A new ticket" : fullNameOf(attendee);
}
