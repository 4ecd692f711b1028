/** What a code or a chosen name means at this door, by the copy alone. Writes nothing. */

import {
  isRightDay,
  judgeAdmission,
  judgeRedemption,
  type ShownCode,
  type SignatureWord,
} from "../../contract/rules/doorJudge.ts";
import { type QrReading, readQrText } from "../../contract/rules/qr.ts";
import type { DoorAttendee, DoorVerdict } from "../../contract/shapes/door.ts";
import { codeHashOf } from "./codeCheck.ts";
import type { ScanJudgement } from "./device.ts";
import { allStores, type DoorStore, nothingKept } from "./doorStore.ts";
import { admissionAfter } from "./waiting.ts";

/** What is asked beside the copy. */
export interface Bench {
  readonly store: DoorStore;
  readonly eventId: number;
  readonly checkSignature: (reading: QrReading) => Promise<SignatureWord>;
  readonly now: Date;
}

const nobody = { isNew: false, attendee: null, purchase: null, party: [], earlier: null };

/** Judges a scanned text. */
export async function judgeText(bench: Bench, text: string): Promise<ScanJudgement> {
  const reading = readQrText(text);
  if (reading === null) return { ...nobody, verdict: "unknown", code: text };
  // Cryptography first: a transaction of the browser's ends while something else is waited for.
  const isOurs = reading.e === null || reading.e === bench.eventId;
  const signature = isOurs ? await bench.checkSignature(reading) : "unchecked";
  const hash = await codeHashOf(reading.kind === "attendee" ? reading.q : reading.qrUuid);
  const judged =
    reading.kind === "attendee"
      ? await judgeSomebody(bench, reading.a, { reading, signature, hash })
      : await judgePurchase(bench, reading.id, { reading, signature, hash });
  return { ...judged, code: text };
}

interface Shown extends Omit<ShownCode, "isTheirs"> {
  readonly hash: string;
}

/** Judges an attendee, by their code or chosen by name. */
export async function judgeSomebody(
  { store, eventId, now }: Bench,
  attendeeId: number,
  shown: Shown | null = null,
): Promise<ScanJudgement> {
  const tx = store.transaction(allStores, "readonly");
  const [attendee = null, own, kept = nothingKept] = await Promise.all([
    tx.objectStore("attendees").get(attendeeId),
    tx.objectStore("queue").index("attendeeId").getAll(attendeeId),
    tx.objectStore("kept").get("kept"),
  ]);
  const party = attendee
    ? await tx.objectStore("attendees").index("registrationId").getAll(attendee.registrationId)
    : [];
  const { door } = kept;
  const ticket = door?.tickets.find(({ ticketId }) => ticketId === attendee?.ticketId);
  const judgement = judgeAdmission({
    eventId,
    code: shown && { ...shown, isTheirs: attendee?.codeHash === shown.hash },
    // While the copy is being made, nobody beyond its last page is known.
    missing: attendeeId > (kept.isWhole ? kept.newestAttendeeId : kept.copiedTo) ? "newer" : "gone",
    attendee,
    isRightDay: door === null || isRightDay(door.event, ticket?.validDays ?? null, now),
  });
  const admission = attendee ? attendee.admission : admissionAfter(null, own);
  // Let in a moment ago, before the server has told their name.
  const verdict = judgement.isNew && admission !== null ? "alreadyIn" : judgement.verdict;
  if (namesNobody(verdict)) return { ...nobody, verdict, code: null };
  return {
    ...nobody,
    verdict,
    isNew: judgement.isNew && verdict === "welcome",
    attendee,
    party: byName(party),
    earlier: verdict === "alreadyIn" ? admission : null,
    code: null,
  };
}

async function judgePurchase(
  { store, eventId }: Bench,
  purchaseId: number,
  shown: Shown,
): Promise<ScanJudgement> {
  const tx = store.transaction(allStores, "readonly");
  const [purchase = null, own, kept = nothingKept] = await Promise.all([
    tx.objectStore("purchases").get(purchaseId),
    tx.objectStore("queue").index("purchaseId").getAll(purchaseId),
    tx.objectStore("kept").get("kept"),
  ]);
  const party = purchase
    ? await tx.objectStore("attendees").index("registrationId").getAll(purchase.registrationId)
    : [];
  const judgement = judgeRedemption({
    eventId,
    code: { ...shown, isTheirs: purchase?.codeHash === shown.hash },
    missing: purchaseId > kept.newestPurchaseId ? "newer" : "gone",
    purchase,
  });
  const redemption = purchase ? purchase.redemption : admissionAfter(null, own);
  const verdict = judgement.isNew && redemption !== null ? "alreadyIn" : judgement.verdict;
  if (namesNobody(verdict)) return { ...nobody, verdict, code: null };
  return {
    ...nobody,
    verdict,
    isNew: judgement.isNew && verdict === "welcome",
    purchase,
    party: byName(party),
    earlier: verdict === "alreadyIn" ? redemption : null,
    code: null,
  };
}

/** A code that proves nothing tells no name, and opens nobody's party. */
function namesNobody(verdict: DoorVerdict): boolean {
  return verdict === "unknown" || verdict === "forged" || verdict === "otherEvent";
}

/** Everybody of a registration, as they are read out. */
function byName(party: readonly DoorAttendee[]): DoorAttendee[] {
  const nameOf = ({ firstName, lastName }: DoorAttendee) => `${firstName} ${lastName}`;
  return [...party].sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
}
