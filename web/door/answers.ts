/**
 * Writes the server's answers into queue and copy. Invariant: a scan leaves the queue only with its answer. A scan that
 * was sent as a question and was decided meanwhile is sent again as decided.
 */
import type { DoorAttendee, ScanAnswer } from "../../contract/shapes/door.ts";
import { type CopyUpdate, newestIds } from "./copy.ts";
import type { ScanCorrection } from "./device.ts";
import { change, type DoorStore, type DoorTransaction, write } from "./doorStore.ts";
import { type QueuedScan, withQueuedPurchase, withQueuedScans } from "./queuedScans.ts";

/** The most surprises that are kept. Nobody reads more of them. */
const mostSurprises = 100;

/** Sent scans, the answers to them, and the time of the answers. */
interface Told {
  readonly sent: readonly QueuedScan[];
  readonly answers: readonly ScanAnswer[];
  readonly at: number;
}

/** Keeps the answers to the sent scans, in the order of the scans. */
export function keepAnswers(store: DoorStore, answer: Told): Promise<CopyUpdate> {
  return write(store, "strict", (tx) => keepIn(tx, answer));
}

async function keepIn(tx: DoorTransaction, { sent, answers, at }: Told): Promise<CopyUpdate> {
  const [queue, attendees, purchases] = [
    tx.objectStore("queue"),
    tx.objectStore("attendees"),
    tx.objectStore("purchases"),
  ];
  const byScan = new Map(answers.map((answer) => [answer.scanId, answer]));
  const surprises: ScanCorrection[] = [];
  for (const scan of sent) {
    const answer = byScan.get(scan.scanId);
    const now = await queue.get(scan.sequence);
    if (answer === undefined || now === undefined) continue;
    if (!scan.decided && now.decided && scan.kind !== "undo" && answer.verdict !== "welcome") continue;
    await queue.delete(scan.sequence);
    if (scan.kind === "undo" || (answer.verdict === "welcome" && !answer.conflict)) continue;
    const known =
      answer.attendee ?? (scan.attendeeId === null ? null : ((await attendees.get(scan.attendeeId)) ?? null));
    surprises.push({ answer, name: nameOf(known), at });
  }
  const waiting = await queue.getAll();
  // The server answers in order, so the last answer about an attendee is the newest.
  const newest = new Map(
    answers.flatMap(({ attendee }) => (attendee ? [[attendee.attendeeId, attendee]] : [])),
  );
  const written = [...newest.values()].map((attendee) => withQueuedScans(attendee, waiting));
  for (const attendee of written) await attendees.put(attendee);
  const bought = answers.flatMap(({ purchase }) => purchase ?? []);
  for (const purchase of bought) await purchases.put(withQueuedPurchase(purchase, waiting));
  await change(tx, (saved) => ({
    ...newestIds(saved, written, bought),
    surprises: [...[...surprises].reverse(), ...saved.surprises].slice(0, mostSurprises),
  }));
  return { attendees: written, removedIds: [] };
}

/** Dismisses a surprise. */
export async function dismissCorrection(store: DoorStore, scanId: string): Promise<void> {
  await write(store, "relaxed", (tx) =>
    change(tx, ({ surprises }) => ({
      surprises: surprises.filter(({ answer }) => answer.scanId !== scanId),
    })),
  );
}

function nameOf(attendee: DoorAttendee | null): string {
  return attendee === null ? "" : `${attendee.firstName} ${attendee.lastName}`.trim();
}
