/**
 * How the server's answers get into queue and copy. Invariant: a scan leaves the queue with its answer and by nothing
 * else; one that was asked as a question and became a fact meanwhile is told once more as what it is.
 */
import type { DoorAttendee, ScanAnswer } from "../../contract/shapes/door.ts";
import { type CopyUpdate, newestIds } from "./copy.ts";
import type { Surprise } from "./device.ts";
import { change, type DoorStore, type DoorTransaction, write } from "./doorStore.ts";
import { type WaitingScan, withWaiting, withWaitingPurchase } from "./waiting.ts";

/** The most that are remembered: who puts none of them away reads no more of them. */
const mostSurprises = 100;

/** Scans that were told, the answers to them, and when those came. */
interface Told {
  readonly sent: readonly WaitingScan[];
  readonly answers: readonly ScanAnswer[];
  readonly at: number;
}

/** Keeps the answers to what was sent, in its order. */
export function keepAnswers(store: DoorStore, told: Told): Promise<CopyUpdate> {
  return write(store, "strict", (tx) => keepIn(tx, told));
}

async function keepIn(tx: DoorTransaction, { sent, answers, at }: Told): Promise<CopyUpdate> {
  const [queue, attendees, purchases] = [
    tx.objectStore("queue"),
    tx.objectStore("attendees"),
    tx.objectStore("purchases"),
  ];
  const byScan = new Map(answers.map((answer) => [answer.scanId, answer]));
  const surprises: Surprise[] = [];
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
  // The last answer about somebody is the newest: the server answers in order.
  const newest = new Map(
    answers.flatMap(({ attendee }) => (attendee ? [[attendee.attendeeId, attendee]] : [])),
  );
  const written = [...newest.values()].map((attendee) => withWaiting(attendee, waiting));
  for (const attendee of written) await attendees.put(attendee);
  const bought = answers.flatMap(({ purchase }) => purchase ?? []);
  for (const purchase of bought) await purchases.put(withWaitingPurchase(purchase, waiting));
  await change(tx, (kept) => ({
    ...newestIds(kept, written, bought),
    surprises: [...[...surprises].reverse(), ...kept.surprises].slice(0, mostSurprises),
  }));
  return { attendees: written, removedIds: [] };
}

/** Puts a surprise away. */
export async function putSurpriseAway(store: DoorStore, scanId: string): Promise<void> {
  await write(store, "relaxed", (tx) =>
    change(tx, ({ surprises }) => ({
      surprises: surprises.filter(({ answer }) => answer.scanId !== scanId),
    })),
  );
}

function nameOf(attendee: DoorAttendee | null): string {
  return attendee === null ? "" : `${attendee.firstName} ${attendee.lastName}`.trim();
}
