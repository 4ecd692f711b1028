/**
 * Invariant: an answer removes its scan from the queue. Exception: this device has decided an admission or a handover
 * after sending it as undecided. Then an answer other than "welcome" leaves it there, to be sent again.
 */
import { countedItems, countsOfLines } from "../../contract/rules/door/handovers.ts";
import type { DoorPurchase, ScanAnswer } from "../../contract/shapes/door/door.ts";
import { itemsText } from "../words/itemsText.ts";
import { fullNameOf } from "../words/names.ts";
import { type CopyUpdate, newestIds } from "./copy.ts";
import type { ScanCorrection } from "./device.ts";
import { change, type DoorStore, type DoorTransaction, write } from "./doorStore.ts";
import { type QueuedScan, withQueuedPurchase, withQueuedScans } from "./queuedScans.ts";

const maxSurprises = 100;

interface AnsweredScans {
  readonly sent: readonly QueuedScan[];
  readonly answers: readonly ScanAnswer[];
  readonly at: number;
}

export function saveAnswers(store: DoorStore, answer: AnsweredScans): Promise<CopyUpdate> {
  return write(store, "strict", (tx) => saveInTransaction(tx, answer));
}

async function saveInTransaction(
  tx: DoorTransaction,
  { sent, answers, at }: AnsweredScans,
): Promise<CopyUpdate> {
  const [queue, attendees, purchases] = [
    tx.objectStore("queue"),
    tx.objectStore("attendees"),
    tx.objectStore("purchases"),
  ];
  const byScan = new Map(answers.map((answer) => [answer.scanId, answer]));
  const surprises: ScanCorrection[] = [];
  for (const scan of sent) {
    const answer = byScan.get(scan.scanId);
    const queued = await queue.get(scan.sequence);
    if (answer === undefined || queued === undefined) continue;
    if (!scan.decided && queued.decided && scan.kind !== "undo" && answer.verdict !== "welcome") continue;
    await queue.delete(scan.sequence);
    if (scan.kind === "undo" || (answer.verdict === "welcome" && !answer.conflict)) continue;
    const knownAttendee =
      answer.attendee ?? (scan.attendeeId === null ? null : ((await attendees.get(scan.attendeeId)) ?? null));
    const purchase =
      answer.purchase ?? (scan.purchaseId === null ? undefined : await purchases.get(scan.purchaseId));
    const items = purchase && handedText(purchase, scan);
    const name = knownAttendee === null ? "" : fullNameOf(knownAttendee);
    surprises.push({ answer, name, at, ...(items && { items }) });
  }
  const waiting = await queue.getAll();
  // The server answers in order, so the last answer about an attendee is the newest.
  const newest = new Map(
    answers.flatMap(({ attendee }) => (attendee ? [[attendee.attendeeId, attendee]] : [])),
  );
  const updated = [...newest.values()].map((attendee) => withQueuedScans(attendee, waiting));
  for (const attendee of updated) await attendees.put(attendee);
  const updatedPurchases = answers.flatMap(({ purchase }) => purchase ?? []);
  for (const purchase of updatedPurchases) await purchases.put(withQueuedPurchase(purchase, waiting));
  await change(tx, (saved) => ({
    ...newestIds(saved, updated, updatedPurchases),
    surprises: [...[...surprises].reverse(), ...saved.surprises].slice(0, maxSurprises),
  }));
  return { attendees: updated, removedIds: [] };
}

export async function dismissCorrection(store: DoorStore, scanId: string): Promise<void> {
  await write(store, "relaxed", (tx) =>
    change(tx, ({ surprises }) => ({
      surprises: surprises.filter(({ answer }) => answer.scanId !== scanId),
    })),
  );
}

function handedText({ items }: DoorPurchase, { lines }: QueuedScan): string {
  return itemsText(lines ? countedItems(items, countsOfLines(items, lines)) : items);
}
