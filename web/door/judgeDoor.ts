import {
  isRightDay,
  isRightDayForExtras,
  judgeAdmission,
  judgeRedemption,
  type ShownCode,
  type SignatureResult,
} from "../../contract/rules/door/doorJudge.ts";
import { type QrReading, readQrText } from "../../contract/rules/door/qr.ts";
import type { Door, DoorAttendee, DoorVerdict } from "../../contract/shapes/door/door.ts";
import { codeHashOf, oldCodeHashOf } from "./codeCheck.ts";
import type { JudgedPurchase, PartyMember, ScanJudgement } from "./device.ts";
import { allStores, beginReading, type DoorStore, nothingKept, readFrom } from "./doorStore.ts";
import { admissionAfter } from "./queuedScans.ts";

export interface JudgeContext {
  readonly store: DoorStore;
  readonly eventId: number;
  readonly checkSignature: (reading: QrReading) => Promise<SignatureResult>;
  readonly now: Date;
  /** Attendees whom the server's search found while the copy was loading, by id. */
  readonly found: ReadonlyMap<number, DoorAttendee>;
}

const nobody = { isNew: false, attendee: null, purchase: null, party: [], earlier: null };

export async function judgeText(context: JudgeContext, text: string): Promise<ScanJudgement> {
  const reading = readQrText(text);
  if (reading === null) return { ...(await judgeOldCode(context, text)), code: text };
  // Do the cryptography first, because an IndexedDB transaction ends while something else is awaited.
  const isOfThisEvent = reading.e === null || reading.e === context.eventId;
  const signature = isOfThisEvent ? await context.checkSignature(reading) : "unchecked";
  const hash = await codeHashOf(reading.kind === "attendee" ? reading.q : reading.qrUuid);
  const judgement =
    reading.kind === "attendee"
      ? await judgeAttendee(context, reading.a, { reading, signature, hash })
      : await judgePurchase(context, reading.id, { reading, signature, hash });
  return { ...judgement, code: text };
}

/** A text that is not one of our codes may be an attendee's code of the previous system. */
async function judgeOldCode(context: JudgeContext, text: string): Promise<ScanJudgement> {
  const hash = await oldCodeHashOf(text);
  const attendeeId = await readFrom(context.store, "attendees", (attendees) =>
    attendees.index("oldCodeHash").getKey(hash),
  );
  if (attendeeId === undefined) return { ...nobody, verdict: "unknown", code: null };
  const judgement = await judgeAttendee(context, attendeeId, { reading: null, signature: "none", hash });
  return { ...judgement, isOldTicket: true };
}

interface CheckedCode extends Omit<ShownCode, "isTheirs" | "oldCode"> {
  readonly hash: string;
}

export async function judgeAttendee(
  { store, eventId, now, found }: JudgeContext,
  attendeeId: number,
  checkedCode: CheckedCode | null = null,
): Promise<ScanJudgement> {
  const tx = beginReading(store, allStores);
  const [copied = null, ownScans, saved = nothingKept] = await Promise.all([
    tx.objectStore("attendees").get(attendeeId),
    tx.objectStore("queue").index("attendeeId").getAll(attendeeId),
    tx.objectStore("kept").get("kept"),
  ]);
  const party = copied
    ? await tx.objectStore("attendees").index("registrationId").getAll(copied.registrationId)
    : [];
  const isLoading = !saved.isWhole && saved.problem === null;
  const foundAttendee = copied === null && isLoading ? found.get(attendeeId) : undefined;
  // Acts of this device are in the copy's attendees already.
  const attendee =
    foundAttendee === undefined
      ? copied
      : { ...foundAttendee, admission: admissionAfter(foundAttendee.admission, ownScans) };
  const judgement = judgeAdmission({
    eventId,
    code: checkedCode && {
      ...checkedCode,
      isTheirs: attendee?.codeHash === checkedCode.hash,
      oldCode:
        attendee?.oldCodeHash === checkedCode.hash ? (attendee.oldCodeEnded ? "ended" : "valid") : undefined,
    },
    // While the copy is being loaded, attendees beyond its last page are unknown.
    missing: attendeeId > (saved.isWhole ? saved.newestAttendeeId : saved.copiedTo) ? "newer" : "gone",
    attendee,
    isRightDay: isOnDay(saved.door, attendee, now),
  });
  const admission = attendee ? attendee.admission : admissionAfter(null, ownScans);
  // This device admitted the attendee before it received the name.
  const verdict = judgement.isNew && admission !== null ? "alreadyIn" : judgement.verdict;
  if (hidesNames(verdict)) return { ...nobody, verdict, code: null };
  return {
    ...nobody,
    verdict,
    isNew: judgement.isNew && verdict === "welcome",
    attendee,
    party: judgedParty(party, { eventId, door: saved.door, now }),
    earlier: verdict === "alreadyIn" ? admission : null,
    code: null,
  };
}

async function judgePurchase(
  { store, eventId, now }: JudgeContext,
  purchaseId: number,
  checkedCode: CheckedCode,
): Promise<ScanJudgement> {
  const tx = beginReading(store, allStores);
  const [purchase = null, ownScans, saved = nothingKept] = await Promise.all([
    tx.objectStore("purchases").get(purchaseId),
    tx.objectStore("queue").index("purchaseId").getAll(purchaseId),
    tx.objectStore("kept").get("kept"),
  ]);
  const party = purchase
    ? await tx.objectStore("attendees").index("registrationId").getAll(purchase.registrationId)
    : [];
  const judgement = judgeRedemption({
    eventId,
    code: { ...checkedCode, isTheirs: purchase?.codeHash === checkedCode.hash },
    missing: purchaseId > saved.newestPurchaseId ? "newer" : "gone",
    purchase,
    isRightDay: isOnDayForExtras(saved.door, party, now),
  });
  const redemption = purchase ? purchase.redemption : admissionAfter(null, ownScans);
  const verdict = judgement.isNew && redemption !== null ? "alreadyIn" : judgement.verdict;
  if (hidesNames(verdict)) return { ...nobody, verdict, code: null };
  return {
    ...nobody,
    verdict,
    isNew: judgement.isNew && verdict === "welcome",
    purchase,
    party: judgedParty(party, { eventId, door: saved.door, now }),
    earlier: verdict === "alreadyIn" ? redemption : null,
    code: null,
  };
}

/** For a code that proves nothing, neither a name nor the party is shown. */
function hidesNames(verdict: DoorVerdict): boolean {
  return verdict === "unknown" || verdict === "forged" || verdict === "otherEvent";
}

export async function judgePurchasesOf(
  { store, eventId, now }: JudgeContext,
  registrationId: number,
): Promise<JudgedPurchase[]> {
  const tx = beginReading(store, allStores);
  const [purchases, party, saved = nothingKept] = await Promise.all([
    tx.objectStore("purchases").index("registrationId").getAll(registrationId),
    tx.objectStore("attendees").index("registrationId").getAll(registrationId),
    tx.objectStore("kept").get("kept"),
  ]);
  const isDay = isOnDayForExtras(saved.door, party, now);
  return purchases.map((purchase) => ({
    ...purchase,
    verdict: judgeRedemption({ eventId, code: null, missing: "gone", purchase, isRightDay: isDay }).verdict,
  }));
}

function judgedParty(
  party: readonly DoorAttendee[],
  { eventId, door, now }: { eventId: number; door: Door | null; now: Date },
): PartyMember[] {
  const nameOf = ({ firstName, lastName }: DoorAttendee) => `${firstName} ${lastName}`;
  return party
    .map((attendee) => {
      const doorCase = { eventId, code: null, missing: "gone", attendee } as const;
      const { verdict } = judgeAdmission({ ...doorCase, isRightDay: isOnDay(door, attendee, now) });
      return { ...attendee, verdict };
    })
    .sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
}

function isOnDay(door: Door | null, attendee: DoorAttendee | null, now: Date): boolean {
  return door === null || isRightDay(door.event, validDaysOf(door, attendee), now);
}

function isOnDayForExtras(door: Door | null, party: readonly DoorAttendee[], now: Date): boolean {
  if (door === null) return true;
  const ticketDays = party.map((attendee) => validDaysOf(door, attendee));
  return isRightDayForExtras(door.event, ticketDays, now);
}

function validDaysOf({ tickets }: Door, attendee: DoorAttendee | null): readonly string[] | null {
  return tickets.find(({ ticketId }) => ticketId === attendee?.ticketId)?.validDays ?? null;
}
