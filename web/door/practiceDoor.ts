/**
 * Practice: the event's own people at a door where nothing is kept. It answers from the device's copy and notes acts in
 * memory only, so that practice works offline. Invariant: no act of practice reaches the queue, the copy or the server.
 */
import { readQrText } from "../../contract/rules/qr.ts";
import type { Admission, DoorVerdict } from "../../contract/shapes/door.ts";
import { newKey } from "../lib/newKey.ts";
import type { DoorClient, DoorState, PartyMember, RecentAct, ScanJudgement } from "./device.ts";
import type { SaleRequest } from "./sale.ts";

/** The parts of a device that practice reads. */
export type PracticeSource = Pick<
  DoorClient,
  | "state"
  | "subscribe"
  | "judgeCode"
  | "judgeAttendee"
  | "search"
  | "purchasesOf"
  | "putAway"
  | "syncNow"
  | "forget"
  | "close"
>;

/** Opens practice on a device. Everybody is outside at first, and any day is the right one. */
export function practiceDoor(device: PracticeSource, now: () => Date = () => new Date()): DoorClient {
  const admissions = new Map<number, Admission>();
  const handovers = new Map<number, Admission>();
  /** Admitted by a code of somebody who is not in the copy yet. */
  const newGuests = new Map<number, Admission>();
  const sales: SaleRequest[] = [];
  const since = now().toISOString();
  const listeners = new Set<() => void>();
  let recent: readonly RecentAct[] = [];
  let shown: { base: DoorState; state: DoorState } | null = null;

  const announce = () => {
    shown = null;
    for (const listener of listeners) listener();
  };
  const note = <Id>(acts: Map<Id, Admission>, id: Id) => {
    const gate = device.state().door?.gate ?? "";
    if (!acts.has(id)) acts.set(id, { scanId: newKey(), at: now().toISOString(), gate, by: "" });
    announce();
  };
  const takeBack = <Id>(acts: Map<Id, Admission>, id: Id) => {
    acts.delete(id);
    announce();
  };

  function practised(judgement: ScanJudgement): ScanJudgement {
    const { attendee, purchase, party } = judgement;
    const idOfNew = attendee === null && purchase === null ? attendeeIdIn(judgement.code) : null;
    const done =
      purchase !== null
        ? handovers.get(purchase.purchaseId)
        : attendee !== null
          ? admissions.get(attendee.attendeeId)
          : newGuests.get(idOfNew ?? 0);
    const verdict = practisedVerdict(judgement.verdict, done);
    return {
      ...judgement,
      verdict,
      attendee: attendee && withAdmission(attendee),
      purchase: purchase && { ...purchase, redemption: handovers.get(purchase.purchaseId) ?? null },
      party: party.map((member): PartyMember => {
        const its = admissions.get(member.attendeeId);
        return { ...withAdmission(member), verdict: practisedVerdict(member.verdict, its) };
      }),
      earlier: verdict === "alreadyIn" ? (done ?? null) : null,
    };
  }

  const withAdmission = <Guest extends { attendeeId: number; admission: Admission | null }>(
    guest: Guest,
  ): Guest => ({
    ...guest,
    admission: admissions.get(guest.attendeeId) ?? null,
  });

  return {
    state() {
      const base = device.state();
      if (shown?.base === base) return shown.state;
      const arrived = admissions.size + newGuests.size;
      shown = { base, state: { ...base, arrived, isOnline: true, sale: null } };
      return shown.state;
    },
    subscribe(listener) {
      listeners.add(listener);
      const unsubscribe = device.subscribe(listener);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
    judgeCode: async (text) => practised(await device.judgeCode(text)),
    judgeAttendee: async (attendeeId) => practised(await device.judgeAttendee(attendeeId)),
    async admit({ attendeeId, code }) {
      if (attendeeId !== null) note(admissions, attendeeId);
      else note(newGuests, attendeeIdIn(code) ?? 0);
    },
    async undo(attendeeId) {
      takeBack(admissions, attendeeId);
      takeBack(newGuests, attendeeId);
    },
    redeem: async ({ purchaseId }) => note(handovers, purchaseId),
    undoRedeem: async (purchaseId) => takeBack(handovers, purchaseId),
    search: async (text) => (await device.search(text)).map(withAdmission),
    purchasesOf: async (registrationId) =>
      (await device.purchasesOf(registrationId)).map((purchase) => {
        const redemption = handovers.get(purchase.purchaseId) ?? null;
        return { ...purchase, redemption, verdict: practisedVerdict(purchase.verdict, redemption) };
      }),
    async sell(request) {
      sales.push(request);
      return { kind: "sold", sale: { ...request, key: newKey(), at: now().getTime() } };
    },
    askAgain: async () => null,
    giveUp: async () => null,
    till: async () => ({
      tickets: sales.flatMap(({ tickets }) => tickets).reduce((sum, { quantity }) => sum + quantity, 0),
      cash: sumOf("cash"),
      cardTerminal: sumOf("cardTerminal"),
      currency: device.state().door?.event.currency ?? "eur",
      since,
    }),
    recent: async () => recent,
    keepRecent: async (act) => {
      recent = [act, ...recent.filter(({ key }) => key !== act.key)];
    },
    putAway: (surprise) => device.putAway(surprise),
    syncNow: () => device.syncNow(),
    forget: () => device.forget(),
    close: () => device.close(),
  };

  function sumOf(way: SaleRequest["paidBy"]): number {
    return sales.reduce((sum, { paidBy, totalAmount }) => sum + (paidBy === way ? totalAmount : 0), 0);
  }
}

/** These three verdicts are for a valid ticket. In practice only its own acts decide among them, on any day. */
function practisedVerdict(verdict: DoorVerdict, done: Admission | null | undefined): DoorVerdict {
  if (verdict !== "welcome" && verdict !== "alreadyIn" && verdict !== "otherDay") return verdict;
  return done ? "alreadyIn" : "welcome";
}

function attendeeIdIn(code: string | null): number | null {
  const reading = readQrText(code);
  return reading?.kind === "attendee" ? reading.a : null;
}
