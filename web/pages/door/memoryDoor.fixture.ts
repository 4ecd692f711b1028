/** A door in memory that judges by contract/rules/door/doorJudge.ts. A code of extras is right on any day. */

import {
  isRightDay,
  isRightDayForExtras,
  judgeAdmission,
  judgeRedemption,
} from "../../../contract/rules/door/doorJudge.ts";
import { completingHandover } from "../../../contract/rules/door/handovers.ts";
import type {
  Admission,
  Door,
  DoorAttendee,
  DoorPurchase,
  Handover,
} from "../../../contract/shapes/door/door.ts";
import type { DoorClient, DoorState, RecentAct, ScanJudgement } from "../../door/device.ts";
import { handoversIn, leftOf } from "../../door/handovers.ts";
import type { SaleFacts } from "../../door/saleFacts.ts";

export const sampleDoor: Door = {
  event: {
    id: 1,
    name: "Harbour Winter Gala",
    slug: "gala",
    startDatetime: "2026-11-21T18:00:00.000Z",
    endDatetime: "2026-11-22T23:00:00.000Z",
    timeZone: "Europe/Berlin",
    currency: "eur",
  },
  gate: "North gate",
  rights: ["scan", "search", "undo", "sell"],
  publicKey: "",
  expiresAt: null,
  tickets: [
    { ticketId: 1, title: "Standard", price: 2500, validDays: null, taxRate: null },
    { ticketId: 2, title: "Sunday only", price: 1500, validDays: ["2026-11-22"], taxRate: null },
  ],
  questions: [{ questionId: 7, text: "Do you have an allergy?" }],
};

export function sampleAttendee(fields: Partial<DoorAttendee> & { attendeeId: number }): DoorAttendee {
  return {
    registrationId: 10,
    ticketId: 1,
    firstName: "Mia",
    lastName: "Keller",
    codeHash: `hash-${fields.attendeeId}`,
    state: "active",
    answers: [],
    admission: null,
    ...fields,
  };
}

interface Memory {
  door?: Door;
  attendees: DoorAttendee[];
  purchases?: DoorPurchase[];
  state?: Partial<DoorState>;
  /** Oldest first. */
  recent?: readonly RecentAct[];
  now?: () => Date;
}

/**
 * A code is `a:<attendee id>` or `p:<purchase id>`. One that begins with `new:` or `{` is newer than the copy.
 */
export function memoryDoor(memory: Memory): DoorClient & {
  calls: string[];
  set(part: Partial<DoorState>): void;
  /** The copy gets an attendee whose code was admitted before the name was known. */
  addAttendee(code: string, attendee: DoorAttendee): void;
} {
  const { door = sampleDoor, attendees, purchases = [], now = () => new Date() } = memory;
  const calls: string[] = [];
  let recent: readonly RecentAct[] = memory.recent ?? [];
  let facts: SaleFacts | null = null;
  const listeners = new Set<() => void>();
  let state: DoorState = {
    door,
    copy: { kept: attendees.length, total: attendees.length, isWhole: true },
    freshAt: now().getTime(),
    isOnline: true,
    askedAt: null,
    waiting: 0,
    arrived: attendees.filter(({ admission }) => admission !== null).length,
    expected: attendees.filter(({ state }) => state !== "cancelled").length,
    hasOldCodes: false,
    problem: null,
    surprises: [],
    sale: null,
    ...memory.state,
  };
  const set = (part: Partial<DoorState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const newAdmission = (): Admission => ({
    scanId: crypto.randomUUID(),
    at: now().toISOString(),
    gate: door.gate,
    by: "",
  });
  const put = <T extends object>(list: T[], index: number, part: Partial<T>) => {
    const known = list[index];
    if (known !== undefined) list[index] = { ...known, ...part };
    set({ arrived: attendees.filter(({ admission }) => admission !== null).length });
  };
  const setHandovers = (index: number, handovers: Handover[]) =>
    put(purchases, index, {
      handovers,
      redemption: completingHandover({ items: purchases[index]?.items ?? [], handovers }),
    });
  const indexOf = (id: number | null) => attendees.findIndex(({ attendeeId }) => attendeeId === id);

  const validDaysOf = (one: DoorAttendee) =>
    door.tickets.find(({ ticketId }) => ticketId === one.ticketId)?.validDays ?? null;
  const judge = (attendee: DoorAttendee) =>
    judgeAdmission({
      eventId: 1,
      code: null,
      missing: "gone",
      attendee,
      isRightDay: isRightDay(door.event, validDaysOf(attendee), now()),
    });

  function judgementOf(attendee: DoorAttendee | null, code: string | null, isNew = false): ScanJudgement {
    const answer =
      attendee === null
        ? judgeAdmission({
            eventId: 1,
            code: {
              reading: { kind: "attendee", r: 1, a: 1, q: "", e: 1, s: "" },
              signature: "good",
              isTheirs: true,
            },
            missing: isNew ? "newer" : "gone",
            attendee: null,
            isRightDay: true,
          })
        : judge(attendee);
    return {
      ...answer,
      attendee,
      purchase: null,
      party: partyOf(attendee?.registrationId),
      earlier: attendee?.admission ?? null,
      code,
    };
  }

  const partyOf = (registrationId: number | undefined) =>
    attendees
      .filter((one) => one.registrationId === registrationId)
      .map((one) => ({ ...one, verdict: judge(one).verdict }));

  const attendeeByCode = new Map<string, DoorAttendee>();
  return {
    calls,
    set,
    addAttendee(code, attendee) {
      const known = { ...attendee, admission: newAdmission() };
      attendees.push(known);
      attendeeByCode.set(code, known);
    },
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    judgeCode: async (text) => {
      const [kind, id] = text.split(":");
      const known = attendeeByCode.get(text);
      if (known !== undefined) return judgementOf(known, text);
      if (kind === "new" || text.startsWith("{")) return judgementOf(null, text, true);
      const purchase = purchases.find(({ purchaseId }) => kind === "p" && purchaseId === Number(id));
      if (purchase !== undefined)
        return {
          ...judgeRedemption({ eventId: 1, code: null, missing: "gone", purchase, isRightDay: true }),
          attendee: null,
          purchase,
          party: partyOf(purchase.registrationId),
          earlier: purchase.redemption,
          code: text,
        };
      const attendee = attendees[indexOf(kind === "a" ? Number(id) : null)] ?? null;
      return attendee === null
        ? { ...judgementOf(null, text), verdict: "unknown" }
        : judgementOf(attendee, text);
    },
    judgeAttendee: async (attendeeId) => judgementOf(attendees[indexOf(attendeeId)] ?? null, null),
    admit: async ({ attendeeId, code }) => {
      calls.push(`admit ${attendeeId ?? code}`);
      put(attendees, indexOf(attendeeId), { admission: newAdmission() });
    },
    undo: async (attendeeId) => {
      calls.push(`undo ${attendeeId}`);
      put(attendees, indexOf(attendeeId), { admission: null });
    },
    redeem: async ({ purchaseId, counts }) => {
      calls.push(`redeem ${purchaseId}${counts === null ? "" : `: ${counts.join(", ")}`}`);
      const at = purchases.findIndex((one) => one.purchaseId === purchaseId);
      const purchase = purchases[at];
      if (purchase === undefined) return crypto.randomUUID();
      const handed = counts ?? leftOf(purchase);
      const handover: Handover = { ...newAdmission(), counts: [...handed] };
      setHandovers(at, [...handoversIn(purchase), handover]);
      return handover.scanId;
    },
    undoRedeem: async (purchaseId, scanIds) => {
      calls.push(`undoRedeem ${purchaseId}`);
      const at = purchases.findIndex((one) => one.purchaseId === purchaseId);
      const purchase = purchases[at];
      if (purchase === undefined) return;
      // Without scanIds all are undone.
      setHandovers(
        at,
        handoversIn(purchase).filter(({ scanId }) => scanIds !== undefined && !scanIds.includes(scanId)),
      );
    },
    search: async (text) =>
      attendees.filter(({ firstName, lastName }) =>
        `${firstName} ${lastName}`.toLowerCase().includes(text.toLowerCase()),
      ),
    purchasesOf: async (registrationId) => {
      const party = attendees.filter((one) => one.registrationId === registrationId);
      const isDay = isRightDayForExtras(door.event, party.map(validDaysOf), now());
      return purchases
        .filter((one) => one.registrationId === registrationId)
        .map((purchase) => ({
          ...purchase,
          verdict: judgeRedemption({ eventId: 1, code: null, missing: "gone", purchase, isRightDay: isDay })
            .verdict,
        }));
    },
    sell: async (request) => {
      calls.push(`sell ${request.what}`);
      return { kind: "sold", sale: { ...request, key: "a-sale", at: now().getTime() } };
    },
    undoSale: async (sale) => ({ kind: "undone", sale }),
    askAgain: async () => null,
    giveUp: async () => null,
    till: async () => ({
      tickets: 0,
      extras: 0,
      cash: 0,
      cardTerminal: 0,
      currency: "eur",
      since: now().toISOString(),
    }),
    saleFacts: async () => facts,
    keepSaleFacts: async (newFacts) => {
      facts = newFacts;
    },
    recent: async () => [...recent].reverse(),
    keepRecent: async (act) => {
      recent = [...recent.filter(({ key }) => key !== act.key), act];
    },
    dismissCorrection: (surprise) => set({ surprises: state.surprises.filter((one) => one !== surprise) }),
    syncNow: async () => set({ freshAt: now().getTime() }),
    forget: async () => {
      calls.push("forget");
    },
    close: () => {},
  };
}
