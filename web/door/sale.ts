/**
 * Invariant: a sale is stored with its key before it is sent, and until the server has reported its outcome. Meanwhile
 * no other sale begins. It is shown as not made only after no request can make it any more.
 */
import type { DoorPaidBy } from "../../contract/shapes/order.ts";
import { DoorCallError, type DoorRefusal } from "./askDoor.ts";

export interface SaleRequest {
  readonly tickets: readonly { readonly ticketId: number; readonly quantity: number }[];
  /** Missing in a sale that an older version stored. */
  readonly extras?: readonly { readonly extrasId: number; readonly quantity: number }[];
  readonly handsOverExtras?: boolean;
  /** The answers of each person, in the order of the tickets; the first is the buyer. */
  readonly answers?: readonly (readonly {
    readonly questionId: number;
    readonly answer: string | readonly string[];
  }[])[];
  readonly answersLater?: boolean;
  readonly name: string;
  readonly email: string | null;
  readonly paidBy: DoorPaidBy;
  /** In minor units. */
  readonly totalAmount: number;
  /** "2 × Standard, 1 × Dinner". */
  readonly what: string;
  /** "€50". */
  readonly sum: string;
}

/**
 * The body of door/sell without the event and the device. It is the same at each try, because the key is; only after
 * the copy was forgotten the buyer and the answers are missing.
 */
export function bodyOfSale({
  tickets,
  extras = [],
  handsOverExtras = false,
  answers = [],
  answersLater = false,
  name,
  email,
  paidBy,
  totalAmount,
}: SaleRequest) {
  return {
    tickets: [...tickets],
    extras: [...extras],
    handsOverExtras,
    answers: answers.map((ofPerson) =>
      ofPerson.map(({ questionId, answer }) => ({
        questionId,
        answer: typeof answer === "string" ? answer : [...answer],
      })),
    ),
    answersLater,
    name,
    email,
    paidBy,
    totalAmount,
  };
}

export interface KeptSale extends SaleRequest {
  /** Its Idempotency-Key. */
  readonly key: string;
  /** When the sale began, by this device's clock, in milliseconds. */
  readonly at: number;
}

export type SaleOutcome =
  | { readonly kind: "sold"; readonly sale: KeptSale }
  /** Nothing was sold, and nothing will be: its key was closed after `refusal`, or by the helper (null). */
  | { readonly kind: "notSold"; readonly sale: KeptSale; readonly refusal: DoorRefusal | null }
  | { readonly kind: "unanswered"; readonly sale: KeptSale; readonly why: NoAnswerReason }
  /** An earlier sale is still unanswered; nothing was sent. */
  | { readonly kind: "another"; readonly sale: KeptSale };

export type UndoOutcome =
  /** The people of the sale are not admitted any more, and its money must be handed back. */
  | { readonly kind: "undone"; readonly sale: KeptSale }
  | { readonly kind: "notUndone"; readonly sale: KeptSale; readonly refusal: DoorRefusal }
  /** The same request, sent again within a week (docs/wire.md §1), returns the outcome. */
  | { readonly kind: "undoUnanswered"; readonly sale: KeptSale };

/** `unknownDevice`: the session or the link has ended. */
export type NoAnswerReason = "noAnswer" | "busy" | "unknownDevice";

export interface SaleKeeper {
  /** Stores the sale on the disk before it resolves. If another sale is pending, only returns that sale. */
  begin(sale: KeptSale): Promise<KeptSale | null>;
  waiting(): Promise<KeptSale | null>;
  /** The sale has an outcome. It is no longer pending in this page, even if this rejects. */
  end(sale: KeptSale, isSold: boolean): Promise<void>;
}

/** Both throw DoorCallError. */
export interface SaleConnection {
  sell(sale: KeptSale): Promise<unknown>;
  /** Whether the sale was made. If not, its key is closed (door/closeSale). */
  close(sale: KeptSale): Promise<boolean>;
}

export interface SaleDesk {
  /** Rejects if the sale could not be stored, and does not send it then. */
  sell(request: SaleRequest): Promise<SaleOutcome>;
  askAgain(): Promise<SaleOutcome | null>;
  giveUp(): Promise<SaleOutcome | null>;
}

/** Undoes a sale. Each try has the same Idempotency-Key. */
export async function askUndo(
  sale: KeptSale,
  ask: (undoKey: string) => Promise<unknown>,
): Promise<UndoOutcome> {
  try {
    await ask(`undo-${sale.key}`);
    return { kind: "undone", sale };
  } catch (error) {
    const { status, refusal } = error instanceof DoorCallError ? error : new DoorCallError(0);
    // If the session has ended, or there were too many requests (429), an earlier try may still have undone the sale.
    if (refusal === null || status >= 500 || status === 440 || status === 401 || status === 429)
      return { kind: "undoUnanswered", sale };
    return { kind: "notUndone", sale, refusal };
  }
}

export function createSaleDesk(parts: {
  keeper: SaleKeeper;
  connection: SaleConnection;
  newKey: () => string;
  now: () => number;
  report: (error: unknown) => void;
}): SaleDesk {
  const { keeper, connection } = parts;

  async function recordOutcome(sale: KeptSale, refusal: DoorRefusal | null | "sold"): Promise<SaleOutcome> {
    // The server has reported the outcome. A disk that fails now does not change it.
    await keeper.end(sale, refusal === "sold").catch(parts.report);
    return refusal === "sold" ? { kind: "sold", sale } : { kind: "notSold", sale, refusal };
  }

  async function send(sale: KeptSale): Promise<SaleOutcome> {
    const answer = await connection.sell(sale).then(() => "sold" as const, failureOf);
    if (answer === "sold") return recordOutcome(sale, "sold");
    // A refusal is not final, because a request of an earlier try or of another tab may still arrive.
    if (answer.refusal !== null) return close(sale, answer.refusal);
    return { kind: "unanswered", sale, why: answer.why };
  }

  async function close(sale: KeptSale, refusal: DoorRefusal | null): Promise<SaleOutcome> {
    const answer = await connection.close(sale).catch(failureOf);
    if (typeof answer === "object") return { kind: "unanswered", sale, why: answer.why };
    return recordOutcome(sale, answer ? "sold" : refusal);
  }

  return {
    async sell(request) {
      const sale = { ...request, key: parts.newKey(), at: parts.now() };
      const other = await keeper.begin(sale);
      if (other !== null) return { kind: "another", sale: other };
      return send(sale);
    },
    async askAgain() {
      const sale = await keeper.waiting();
      return sale === null ? null : send(sale);
    },
    async giveUp() {
      const sale = await keeper.waiting();
      return sale === null ? null : close(sale, null);
    },
  };

  /** After an error in our code the outcome is unknown too. */
  function failureOf(error: unknown): { refusal: DoorRefusal | null; why: NoAnswerReason } {
    if (!(error instanceof DoorCallError)) parts.report(error);
    const { status, refusal } = error instanceof DoorCallError ? error : new DoorCallError(0);
    if (status >= 500) return { refusal: null, why: "busy" };
    if (refusal === null) return { refusal: null, why: "noAnswer" };
    return { refusal, why: status === 440 || status === 401 ? "unknownDevice" : "busy" };
  }
}
