/**
 * A device at a door, as its pages use it. Two implementations: openDoor.ts with the copy and the queue in IndexedDB,
 * and practiceDoor.ts, whose acts are only in memory. Invariant of the former: an admission, a handover or the undo
 * of one that is shown as done is already in the queue, and leaves it only with the server's answer.
 */
import type {
  Admission,
  Door,
  DoorAttendee,
  DoorPurchase,
  DoorVerdict,
  ScanAnswer,
} from "../../contract/shapes/door/door.ts";
import type { Till } from "../../contract/shapes/door/doorSale.ts";
import type { KeptSale, SaleOutcome, SaleRequest, UndoOutcome } from "./sale.ts";
import type { SaleFacts } from "./saleFacts.ts";

/** The state of the device, for the status line. */
export interface DoorState {
  /** Null until the server has replied or a stored reply was read. */
  readonly door: Door | null;
  /** The number of names on this device and in total. `isWhole`: every page of the copy is here. */
  readonly copy: { readonly kept: number; readonly total: number; readonly isWhole: boolean };
  /** The copy is not older than this time of the device's clock, in milliseconds; null without a copy. */
  readonly freshAt: number | null;
  readonly isOnline: boolean;
  /** When the pending request that sends scans or asks for changes was sent, in milliseconds; null without one. */
  readonly askedAt: number | null;
  /** Scans that the server has not answered yet. */
  readonly waiting: number;
  /** Admitted attendees, according to this copy. */
  readonly arrived: number;
  /** Attendees who may come, according to this copy: everybody whose ticket is not cancelled. */
  readonly expected: number;
  /** Whether this copy has codes of the previous system, so that the camera must read them too. */
  readonly hasOldCodes: boolean;
  /**
   * The problem to show, apart from having no network. `signedOut`: the session ended; scanning continues, and
   * scans wait until somebody signs in. `revoked`, `expired`: the helper's link ended, and the copy was deleted;
   * pending scans are still sent. `storageFull`: the disk is full. `storageLost`: the browser or another tab closed
   * the database, and the page must be reloaded.
   */
  readonly problem: "signedOut" | "revoked" | "expired" | "storageFull" | "storageLost" | null;
  /** Undismissed answers that differ from what this device had shown, newest first. */
  readonly surprises: readonly ScanCorrection[];
  /** The sale that the server has not answered yet; `isUnderWay` while a tab of this device waits for the answer. */
  readonly sale: (KeptSale & { readonly isUnderWay: boolean }) | null;
}

/** The largest number of acts in the list, apart from undos of sales whose outcome is not known (recent.ts). */
export const maxRecentActs = 30;

/** An act of this device in the list. Admissions and handovers can be undone there, a sale elsewhere (`undoSale`). */
export interface RecentAct {
  /** Identifies the act; a later act has a higher key. */
  readonly key: number;
  /** "Mia Keller". */
  readonly words: string;
  readonly what: "in" | "handedOver" | "sold";
  readonly at: number;
  readonly attendeeIds: readonly number[];
  readonly purchaseIds: readonly number[];
  /** The scans of a handover. Missing in an act that an older version stored. */
  readonly scanIds?: readonly string[];
  readonly isUndone: boolean;
  /** The undo of a sale was sent and was not refused. Missing in an act that an older version stored. */
  readonly isUndoAsked?: boolean;
  /** A sale without its buyer, to undo it after a reload too. Missing in an act that an older version stored. */
  readonly sale?: KeptSale;
}

/** An answer of the server that contradicts what this device has shown. */
export interface ScanCorrection {
  readonly answer: ScanAnswer;
  readonly name: string;
  /** What the scan handed over, in words. Missing in a correction that an older version stored. */
  readonly items?: string;
  readonly at: number;
}

/** An attendee of the shown registration, judged as if chosen by name. Companions are admitted this way. */
export interface PartyMember extends DoorAttendee {
  readonly verdict: DoorVerdict;
}

/** Extras of the shown registration, judged as if their code was scanned. */
export interface JudgedPurchase extends DoorPurchase {
  readonly verdict: DoorVerdict;
}

/** The meaning of a code or a chosen name at this door. Judged on this device, without the server. */
export interface ScanJudgement {
  readonly verdict: DoorVerdict;
  /** Welcome by a valid signature, but the name is not in the copy: sold after the last sync, or not loaded yet. */
  readonly isNew: boolean;
  /** True if the code is the attendee's code of the previous system. */
  readonly isOldTicket?: boolean;
  readonly attendee: DoorAttendee | null;
  readonly purchase: DoorPurchase | null;
  /** All attendees of the same registration, including the judged one, sorted by name. */
  readonly party: readonly PartyMember[];
  /** The earlier admission or handover that prevents this one: when, where and by whom. */
  readonly earlier: Admission | null;
  /** The scanned text; null if a name was chosen. */
  readonly code: string | null;
}

/** A device at a door. */
export interface DoorClient {
  readonly state: () => DoorState;
  /**
   * Calls the listener on every change of the state. Returns the function to unsubscribe (for
   * useSyncExternalStore).
   */
  readonly subscribe: (listener: () => void) => () => void;
  /** Judges a scanned text; writes nothing. */
  judgeCode(text: string): Promise<ScanJudgement>;
  /** Judges an attendee who was chosen by name; writes nothing. */
  judgeAttendee(attendeeId: number): Promise<ScanJudgement>;
  /** Admits an attendee. Resolves when this is stored, or if the attendee is in already. */
  admit(scan: Pick<ScanJudgement, "code"> & { attendeeId: number | null }): Promise<void>;
  /** Undoes the admission of an attendee. */
  undo(attendeeId: number): Promise<void>;
  /**
   * Hands extras over: `counts` of each item, or everything that is left (null). Resolves to the scan's id, or to null
   * if not enough is left.
   */
  redeem(
    scan: Pick<ScanJudgement, "code"> & { purchaseId: number; counts: readonly number[] | null },
  ): Promise<string | null>;
  /** Undoes the handovers of these scans; without `scanIds`, all handovers of the purchase. */
  undoRedeem(purchaseId: number, scanIds?: readonly string[]): Promise<void>;
  /**
   * Attendees by parts of their names (`searchWords` of names.ts says from how many letters); at most 50. While the
   * copy is not whole, the server searches instead if it answers, from three letters in any script.
   */
  search(text: string): Promise<readonly DoorAttendee[]>;
  /** The extras of a registration, judged at the current time. */
  purchasesOf(registrationId: number): Promise<readonly JudgedPurchase[]>;
  /**
   * Sells. The sale is stored on this device first, so that it is made at most once, even if the answer is lost.
   * Rejects if it cannot be stored.
   */
  sell(request: SaleRequest): Promise<SaleOutcome>;
  /** Sends the unanswered sale again. Null if there is none. */
  askAgain(): Promise<SaleOutcome | null>;
  /** Ends the unanswered sale, unless it was made. Null if there is none. */
  giveUp(): Promise<SaleOutcome | null>;
  /** Undoes a sale of this device, for half a minute (contract/rules/door/saleUndo.ts). Asking again is safe. */
  undoSale(sale: KeptSale): Promise<UndoOutcome>;
  /** The sales of this device today (in practice: since that began) and the money it took. Throws DoorCallError. */
  till(): Promise<Till>;
  /** The facts that only a sale needs, as they were last stored; null before the first time. */
  saleFacts(): Promise<SaleFacts | null>;
  /** Stores the facts that only a sale needs. */
  keepSaleFacts(facts: SaleFacts): Promise<void>;
  /** The latest acts of this device, newest first. */
  recent(): Promise<readonly RecentAct[]>;
  /** Adds an act to the list of `recent`, or updates it. */
  keepRecent(act: RecentAct): Promise<void>;
  dismissCorrection(surprise: ScanCorrection): void;
  /** Sends pending scans and gets changes. Resolves when that is done or failed, after 15 seconds, or on `close`. */
  syncNow(): Promise<void>;
  /** Closes the device and forgets the copy. If neither a scan nor a sale is pending, deletes the event's database. */
  forget(): Promise<void>;
  /** Stops timers and streams. The stored data stays. */
  close(): void;
}

/** The options to open a device. */
export interface OpenDoor {
  readonly eventId: number;
  /** The token for calls: a helper's or the session's. Read again for each call. */
  readonly token: () => string | null;
  /** The door from the latest reply (door/openLink, door/register). No other reply contains the gate of staff. */
  readonly door?: Door;
  /** Another tab has an older version of the database open and blocks this one until it is closed. */
  readonly onBlocked?: () => void;
}
