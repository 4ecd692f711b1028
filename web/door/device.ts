/**
 * A device at a door, as its pages use it. openDoor.ts and practiceDoor.ts, which has acts only in memory, implement
 * it. Invariant of openDoor.ts: a new admission, handover or undo of one is in the queue before it is shown as done,
 * and leaves it only with the server's answer.
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

export interface DoorState {
  /** Null until the server has replied or a stored reply was read. */
  readonly door: Door | null;
  /** `kept`: names that this page has read from the copy. `isWhole`: every page of the copy is here. */
  readonly copy: { readonly kept: number; readonly total: number; readonly isWhole: boolean };
  /** The copy is not older than this time of the device's clock, in milliseconds; null without a copy. */
  readonly freshAt: number | null;
  readonly isOnline: boolean;
  /** When the pending request of scans or changes was sent, in milliseconds; null without one. */
  readonly askedAt: number | null;
  /** Scans in this device's queue. */
  readonly waiting: number;
  readonly arrived: number;
  /** Attendees in the copy whose ticket is not cancelled. */
  readonly expected: number;
  /** Whether this copy has codes of the previous system. */
  readonly hasOldCodes: boolean;
  /**
   * `signedOut`: scanning continues, and scans wait until somebody signs in. `revoked`, `expired`: the helper's access
   * ended, and the copy was deleted; pending scans are still sent. `storageLost`: the browser or another tab closed the
   * database, and the page must be reloaded.
   */
  readonly problem: "signedOut" | "revoked" | "expired" | "storageFull" | "storageLost" | null;
  /** Newest first, without dismissed ones. */
  readonly surprises: readonly ScanCorrection[];
  /** The sale whose outcome this page does not know; `isUnderWay` while a tab of this device waits for the answer. */
  readonly sale: (KeptSale & { readonly isUnderWay: boolean }) | null;
}

/** The stored list can be longer by undos of sales whose outcome is not known (recent.ts). */
export const maxRecentActs = 30;

export interface RecentAct {
  /** Stored acts are sorted by it. It is `at`, or higher. */
  readonly key: number;
  readonly words: string;
  readonly what: "in" | "handedOver" | "sold";
  readonly at: number;
  readonly attendeeIds: readonly number[];
  readonly purchaseIds: readonly number[];
  /** The scans of a handover. Like `isUndoAsked` and `sale`, missing in an act that an older version stored. */
  readonly scanIds?: readonly string[];
  readonly isUndone: boolean;
  /** The undo of a sale was sent, or was about to be, and was not refused. */
  readonly isUndoAsked?: boolean;
  /** Without its buyer, to undo the sale after a reload too. */
  readonly sale?: KeptSale;
}

/** An answer of the server that contradicts what this device has shown. */
export interface ScanCorrection {
  readonly answer: ScanAnswer;
  readonly name: string;
  /** "1 × Wine". */
  readonly items?: string;
  readonly at: number;
}

/** An attendee of the shown registration, judged as if chosen by name. */
export interface PartyMember extends DoorAttendee {
  readonly verdict: DoorVerdict;
}

/** Extras of the shown registration, judged without a code. */
export interface JudgedPurchase extends DoorPurchase {
  readonly verdict: DoorVerdict;
}

/** What a code or a chosen name means at this door, judged on this device without the server. */
export interface ScanJudgement {
  readonly verdict: DoorVerdict;
  /**
   * Welcome by a valid signature, but not in the copy: added after the last sync, or not loaded yet. In practice it
   * stays true after the admission.
   */
  readonly isNew: boolean;
  /** The code is one of the previous system. */
  readonly isOldTicket?: boolean;
  readonly attendee: DoorAttendee | null;
  readonly purchase: DoorPurchase | null;
  /** The attendees of the registration in the copy, including the judged one, sorted by name. */
  readonly party: readonly PartyMember[];
  /** The earlier admission or handover, if the verdict is `alreadyIn`. */
  readonly earlier: Admission | null;
  /** The scanned text; null if a name was chosen. */
  readonly code: string | null;
}

export interface DoorClient {
  readonly state: () => DoorState;
  /** For useSyncExternalStore. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Judging writes nothing. */
  judgeCode(text: string): Promise<ScanJudgement>;
  judgeAttendee(attendeeId: number): Promise<ScanJudgement>;
  /** Resolves when this is stored, or if the attendee is in already. */
  admit(scan: Pick<ScanJudgement, "code"> & { attendeeId: number | null }): Promise<void>;
  undo(attendeeId: number): Promise<void>;
  /**
   * Hands over `counts` of each item, or everything that is left (null). Resolves to the scan's id, or to null if not
   * enough is left (in practice also if the copy does not have the purchase).
   */
  redeem(
    scan: Pick<ScanJudgement, "code"> & { purchaseId: number; counts: readonly number[] | null },
  ): Promise<string | null>;
  /** Undoes these handovers; without `scanIds`, all handovers of the purchase. */
  undoRedeem(purchaseId: number, scanIds?: readonly string[]): Promise<void>;
  /**
   * Finds at most 50 attendees by parts of their names. While the copy is not whole, the server searches instead if it
   * answers.
   */
  search(text: string): Promise<readonly DoorAttendee[]>;
  purchasesOf(registrationId: number): Promise<readonly JudgedPurchase[]>;
  /** The sale is stored on this device first, so that it is made at most once. Rejects if it cannot be stored. */
  sell(request: SaleRequest): Promise<SaleOutcome>;
  /** Sends the unanswered sale again. Null if there is none. */
  askAgain(): Promise<SaleOutcome | null>;
  /** Asks the server to close the unanswered sale, unless it was made. Null if there is none. */
  giveUp(): Promise<SaleOutcome | null>;
  /** A new undo is offered until `saleUndoMs` after the sale's `at`. Asking again is safe. */
  undoSale(sale: KeptSale): Promise<UndoOutcome>;
  /** The sales of this device since six in the morning (in practice: since that began). Throws DoorCallError. */
  till(): Promise<Till>;
  saleFacts(): Promise<SaleFacts | null>;
  keepSaleFacts(facts: SaleFacts): Promise<void>;
  /** Newest first; in practice, the last added or updated first. */
  recent(): Promise<readonly RecentAct[]>;
  /** Adds or updates an act. */
  keepRecent(act: RecentAct): Promise<void>;
  dismissCorrection(surprise: ScanCorrection): void;
  /** Sends pending scans and gets changes. Resolves when that is done or failed, after 15 seconds, or on `close`. */
  syncNow(): Promise<void>;
  /** Closes the device and forgets the copy. Deletes the event's database if neither a scan nor a sale is pending. */
  forget(): Promise<void>;
  /** The stored data stays. */
  close(): void;
}

export interface OpenDoor {
  readonly eventId: number;
  /** The token of a helper or of the session. Read again for each call. */
  readonly token: () => string | null;
  /** The reply of door/openLink or door/register. */
  readonly door?: Door;
  readonly onBlocked?: () => void;
}
