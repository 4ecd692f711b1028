/**
 * What a device at a door is to the pages that show it. Pages know this file alone; behind it are the copy and the
 * queue in IndexedDB, the reader of codes and the talk with the server.
 * Invariant: what was shown as done is in the queue already, and leaves it only with the server's answer.
 */
import type {
  Admission,
  Door,
  DoorAttendee,
  DoorPurchase,
  DoorVerdict,
  ScanAnswer,
} from "../../contract/shapes/door.ts";
import type { Till } from "../../contract/shapes/doorSale.ts";
import type { KeptSale, SaleOutcome, SaleWish } from "./sale.ts";

/** How the device stands, for the line that always says it. */
export interface DoorState {
  /** Null until the door's own reply, or a kept one, is there. */
  readonly door: Door | null;
  /** Names on this device, and how many there are in all; `isWhole` once every page of the copy is there. */
  readonly copy: { readonly kept: number; readonly total: number; readonly isWhole: boolean };
  /** When the copy was last seen to be what the server has; null before the first time. Milliseconds. */
  readonly freshAt: number | null;
  readonly isOnline: boolean;
  /** When the server was asked for what it has not answered yet; null while nothing is asked. Milliseconds. */
  readonly askedAt: number | null;
  /** Scans that the server has not answered yet. */
  readonly waiting: number;
  /** Attendees let in, by this copy. */
  readonly arrived: number;
  /** Attendees who may come, by this copy: all but those who are cancelled. */
  readonly expected: number;
  /**
   * What keeps the device from the server, beside having no network: its session ended (scanning goes on, scans wait
   * until somebody signs in), its link was revoked or has expired (its copy is gone), its storage is full, or is lost to
   * this page until it is loaded again.
   */
  readonly problem: "signedOut" | "revoked" | "expired" | "storageFull" | "storageLost" | null;
  /** Answers that differ from what this device had shown, newest first, until they are put away. */
  readonly surprises: readonly Surprise[];
  /** The sale that the server has not answered yet; `isUnderWay` while a tab of this device waits for the answer. */
  readonly sale: (KeptSale & { readonly isUnderWay: boolean }) | null;
}

/** The most acts that are listed. */
export const mostActs = 30;

/** Something this device did, as it is listed; what was let in or handed over can be taken back. */
export interface RecentAct {
  /** Tells one from another; a later one has a higher key. */
  readonly key: number;
  /** "Mia Keller". */
  readonly words: string;
  readonly what: "in" | "handedOver" | "sold";
  readonly at: number;
  readonly attendeeIds: readonly number[];
  readonly purchaseIds: readonly number[];
  readonly isUndone: boolean;
}

/** Corrections from the server: what was shown as a welcome was none. */
export interface Surprise {
  readonly answer: ScanAnswer;
  readonly name: string;
  readonly at: number;
}

/** What a code, or a chosen name, means at this door. Judged from the copy alone, within 50 ms. */
export interface ScanJudgement {
  readonly verdict: DoorVerdict;
  /** Sold after the last sync: its signature is good, its name is not here yet. */
  readonly isNew: boolean;
  readonly attendee: DoorAttendee | null;
  readonly purchase: DoorPurchase | null;
  /** Everybody of the same registration, the judged one among them, by name. */
  readonly party: readonly DoorAttendee[];
  /** What stands in its way: when, where and by whom they were let in. */
  readonly earlier: Admission | null;
  /** The scanned text; null where a name was chosen. */
  readonly code: string | null;
}

/** A device at a door. */
export interface DoorClient {
  readonly state: () => DoorState;
  /** Calls `told` whenever the state moved; returns what ends it (for useSyncExternalStore). */
  readonly subscribe: (told: () => void) => () => void;
  /** Judges a scanned text; writes nothing. */
  judgeCode(text: string): Promise<ScanJudgement>;
  /** Judges somebody who was chosen by name; writes nothing. */
  judgeAttendee(attendeeId: number): Promise<ScanJudgement>;
  /** Lets somebody in: kept in the queue first, told to the server at once where it can be reached. */
  admit(judged: Pick<ScanJudgement, "code"> & { attendeeId: number | null }): Promise<void>;
  /** Takes the admission of an attendee back. */
  undo(attendeeId: number): Promise<void>;
  /** Hands an extras purchase over. */
  redeem(judged: Pick<ScanJudgement, "code"> & { purchaseId: number }): Promise<void>;
  /** Takes the handing over back. */
  undoRedeem(purchaseId: number): Promise<void>;
  /** Attendees by parts of their names, from three letters; at most 50. */
  search(text: string): Promise<readonly DoorAttendee[]>;
  /** Extras of a registration. */
  purchasesOf(registrationId: number): Promise<readonly DoorPurchase[]>;
  /** Sells: kept on this device first, so that it is made once whatever happens to its answer. Rejects where that fails. */
  sell(wish: SaleWish): Promise<SaleOutcome>;
  /** Sends the sale that was not answered again. Null where there is none. */
  askAgain(): Promise<SaleOutcome | null>;
  /** Ends the sale that was not answered, unless it was made. Null where there is none. */
  giveUp(): Promise<SaleOutcome | null>;
  /** What this device has sold and taken today. Throws NotAnswered. */
  till(): Promise<Till>;
  /** What this device did lately, newest first; also before a reload. */
  recent(): Promise<readonly RecentAct[]>;
  /** Keeps an act in that list, or what became of it. */
  keepRecent(act: RecentAct): Promise<void>;
  /** Puts a surprise away. */
  putAway(surprise: Surprise): void;
  /** Asks the server now: changes, and what waits. */
  syncNow(): Promise<void>;
  /** Forgets the copy and, where neither a scan nor a sale waits, all of this event on this device. */
  forget(): Promise<void>;
  /** Stops timers and streams; what is kept stays. */
  close(): void;
}

/** What a page needs to open a device. */
export interface OpenDoor {
  readonly eventId: number;
  /** The token of calls: a helper's or the session's. Asked for anew with each call. */
  readonly token: () => string | null;
  /** The door as it was just told (door/openLink, door/register): the gate of staff stands nowhere else. */
  readonly door?: Door;
  /** Another tab has an older version of the page open, and keeps this one waiting until it is closed. */
  readonly onBlocked?: () => void;
}
