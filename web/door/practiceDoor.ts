/** Invariant: acts of practice are only in memory. None reaches the queue, the copy or the server. */
import { completingHandover, leftCounts } from "../../contract/rules/door/handovers.ts";
import { attendeeIdIn } from "../../contract/rules/door/qr.ts";
import type { Admission, DoorPurchase, DoorVerdict, Handover } from "../../contract/shapes/door/door.ts";
import { newKey } from "../lib/newKey.ts";
import type { DoorClient, DoorState, PartyMember, RecentAct, ScanJudgement } from "./device.ts";
import type { KeptSale, SaleRequest } from "./sale.ts";

export type PracticeSource = Pick<
  DoorClient,
  | "state"
  | "subscribe"
  | "judgeCode"
  | "judgeAttendee"
  | "search"
  | "purchasesOf"
  | "saleFacts"
  | "keepSaleFacts"
  | "dismissCorrection"
  | "syncNow"
  | "forget"
  | "close"
>;

/** Opens practice. At first nobody is admitted and nothing is handed over. The day does not matter. */
export function practiceDoor(device: PracticeSource): DoorClient {
  const admissions = new Map<number, Admission>();
  const handovers = new Map<number, readonly Handover[]>();
  const shownPurchases = new Map<number, DoorPurchase>();
  /** Admissions of people who are not in the copy yet, by the id in their code; 0 if the code has none. */
  const newGuests = new Map<number, Admission>();
  let sales: readonly KeptSale[] = [];
  const since = new Date().toISOString();
  const listeners = new Set<() => void>();
  let recent: readonly RecentAct[] = [];
  let cachedState: { base: DoorState; state: DoorState } | null = null;

  const announce = () => {
    cachedState = null;
    for (const listener of listeners) listener();
  };
  const newAdmission = (): Admission => {
    const gate = device.state().door?.gate ?? "";
    return { scanId: newKey(), at: new Date().toISOString(), gate, by: "" };
  };
  const recordAdmission = <Id>(acts: Map<Id, Admission>, id: Id) => {
    if (!acts.has(id)) acts.set(id, newAdmission());
    announce();
  };
  const removeAdmission = <Id>(acts: Map<Id, Admission>, id: Id) => {
    acts.delete(id);
    announce();
  };

  function practised(judgement: ScanJudgement): ScanJudgement {
    const { attendee, party } = judgement;
    const purchase = judgement.purchase && withHandovers(judgement.purchase);
    const idOfNew = attendee === null && purchase === null ? attendeeIdIn(judgement.code) : null;
    const done =
      purchase !== null
        ? purchase.redemption
        : attendee !== null
          ? admissions.get(attendee.attendeeId)
          : newGuests.get(idOfNew ?? 0);
    const verdict = practisedVerdict(judgement.verdict, done);
    return {
      ...judgement,
      verdict,
      attendee: attendee && withAdmission(attendee),
      purchase,
      party: party.map((member): PartyMember => {
        const admission = admissions.get(member.attendeeId);
        return { ...withAdmission(member), verdict: practisedVerdict(member.verdict, admission) };
      }),
      earlier: verdict === "alreadyIn" ? (done ?? null) : null,
    };
  }

  /** Replaces the handovers of a purchase by those of practice. Only such a purchase can be redeemed. */
  function withHandovers<Purchase extends DoorPurchase>(purchase: Purchase): Purchase {
    shownPurchases.set(purchase.purchaseId, purchase);
    const practisedHandovers = [...(handovers.get(purchase.purchaseId) ?? [])];
    const redemption = completingHandover({ items: purchase.items, handovers: practisedHandovers });
    return { ...purchase, handovers: practisedHandovers, redemption };
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
      if (cachedState?.base === base) return cachedState.state;
      const arrived = admissions.size + newGuests.size;
      cachedState = { base, state: { ...base, arrived, isOnline: true, sale: null } };
      return cachedState.state;
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
      if (attendeeId !== null) recordAdmission(admissions, attendeeId);
      else recordAdmission(newGuests, attendeeIdIn(code) ?? 0);
    },
    async undo(attendeeId) {
      removeAdmission(admissions, attendeeId);
      removeAdmission(newGuests, attendeeId);
    },
    async redeem({ purchaseId, counts }) {
      const purchase = shownPurchases.get(purchaseId);
      if (purchase === undefined) return null;
      const left = leftCounts({ ...purchase, handovers: handovers.get(purchaseId) ?? [] });
      const handed = counts ?? left;
      if (handed.every((count) => count === 0) || handed.some((count, line) => count > (left[line] ?? 0)))
        return null;
      const handover = { ...newAdmission(), counts: [...handed] };
      handovers.set(purchaseId, [...(handovers.get(purchaseId) ?? []), handover]);
      announce();
      return handover.scanId;
    },
    async undoRedeem(purchaseId, scanIds) {
      const remaining = (handovers.get(purchaseId) ?? []).filter(
        ({ scanId }) => scanIds !== undefined && !scanIds.includes(scanId),
      );
      handovers.set(purchaseId, remaining);
      announce();
    },
    search: async (text) => (await device.search(text)).map(withAdmission),
    purchasesOf: async (registrationId) =>
      (await device.purchasesOf(registrationId)).map((known) => {
        const purchase = withHandovers(known);
        return { ...purchase, verdict: practisedVerdict(known.verdict, purchase.redemption) };
      }),
    async sell(request) {
      const sale = { ...request, key: newKey(), at: Date.now() };
      sales = [...sales, sale];
      return { kind: "sold", sale };
    },
    async undoSale(sale) {
      sales = sales.filter(({ key }) => key !== sale.key);
      return { kind: "undone", sale };
    },
    askAgain: async () => null,
    giveUp: async () => null,
    till: async () => ({
      tickets: countOf(sales.flatMap(({ tickets }) => tickets)),
      extras: countOf(sales.flatMap(({ extras }) => extras ?? [])),
      cash: sumOf("cash"),
      cardTerminal: sumOf("cardTerminal"),
      currency: device.state().door?.event.currency ?? "eur",
      since,
    }),
    saleFacts: () => device.saleFacts(),
    keepSaleFacts: (facts) => device.keepSaleFacts(facts),
    recent: async () => recent,
    keepRecent: async (act) => {
      recent = [act, ...recent.filter(({ key }) => key !== act.key)];
    },
    dismissCorrection: (surprise) => device.dismissCorrection(surprise),
    syncNow: () => device.syncNow(),
    forget: () => device.forget(),
    close: () => device.close(),
  };

  function sumOf(way: SaleRequest["paidBy"]): number {
    return sales.reduce((sum, { paidBy, totalAmount }) => sum + (paidBy === way ? totalAmount : 0), 0);
  }
}

function countOf(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** A valid ticket or purchase has one of these three verdicts. Any day is right. */
function practisedVerdict(verdict: DoorVerdict, done: Admission | null | undefined): DoorVerdict {
  if (verdict !== "welcome" && verdict !== "alreadyIn" && verdict !== "otherDay") return verdict;
  return done ? "alreadyIn" : "welcome";
}
