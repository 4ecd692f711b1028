/**
 * A sale of this device, from the press of its button to its outcome. Invariant: it is kept with its key before it is
 * sent, and until the server has said what became of it; meanwhile no other sale begins. It is said not to be made only
 * where no request of it can make it any more.
 */
import type { DoorPaidBy } from "../../contract/shapes/order.ts";
import { type DoorRefusal, NotAnswered } from "./askDoor.ts";

/** What is to be sold, and how it is called on the screen. */
export interface SaleWish {
  readonly tickets: readonly { readonly ticketId: number; readonly quantity: number }[];
  readonly name: string;
  readonly email: string | null;
  readonly paidBy: DoorPaidBy;
  /** In minor units. */
  readonly totalAmount: number;
  /** "2 × Standard". */
  readonly what: string;
  /** "€50". */
  readonly sum: string;
}

/** A sale that the server has not answered yet. */
export interface KeptSale extends SaleWish {
  /** Its Idempotency-Key. */
  readonly key: string;
  /** When its button was pressed, by this device's clock, in milliseconds. */
  readonly at: number;
}

/** What became of a sale. */
export type SaleOutcome =
  | { readonly kind: "sold"; readonly sale: KeptSale }
  /** Nothing was sold, and nothing will be: its key is closed, after a refusal or by the helper (null). */
  | { readonly kind: "notSold"; readonly sale: KeptSale; readonly refusal: DoorRefusal | null }
  /** Nobody knows: it stays, and is asked about again. */
  | { readonly kind: "unanswered"; readonly sale: KeptSale; readonly why: Silence }
  /** An earlier one was not answered yet; nothing was sent. */
  | { readonly kind: "another"; readonly sale: KeptSale };

/** Why there is no outcome: no answer came, the server could not say, or it does not know this device any more. */
export type Silence = "noAnswer" | "busy" | "unknownDevice";

/** Where the sale is kept that was not answered. */
export interface SaleKeeper {
  /** Keeps it, on the disk when this resolves; where there is another, gives that one and keeps nothing. */
  begin(sale: KeptSale): Promise<KeptSale | null>;
  /** The one that waits. */
  waiting(): Promise<KeptSale | null>;
  /** It has an outcome: it no longer waits, also where this rejects. */
  end(sale: KeptSale, isSold: boolean): Promise<void>;
}

/** How the server is asked; both throw NotAnswered. */
export interface SaleConnection {
  sell(sale: KeptSale): Promise<unknown>;
  /** Whether it was made; where not, its key is closed (door/closeSale). */
  close(sale: KeptSale): Promise<boolean>;
}

/** Sells and asks. */
export interface SaleDesk {
  /** Rejects where the sale could not be kept: then nothing was sent. */
  sell(wish: SaleWish): Promise<SaleOutcome>;
  /** Sends the waiting sale again, with its key: it is made now, or was. Null where none waits. */
  askAgain(): Promise<SaleOutcome | null>;
  /** Ends the waiting sale without making it, if it was not made. Null where none waits. */
  giveUp(): Promise<SaleOutcome | null>;
}

/** Makes the sales of a device. */
export function createSaleDesk(of: {
  keeper: SaleKeeper;
  connection: SaleConnection;
  newKey: () => string;
  now: () => number;
  /** Hears of faults that change nothing about what is said of a sale. */
  report: (error: unknown) => void;
}): SaleDesk {
  const { keeper, connection } = of;

  async function ended(sale: KeptSale, refusal: DoorRefusal | null | "sold"): Promise<SaleOutcome> {
    // The server has said what became of it. A disk that fails now makes nothing else of that.
    await keeper.end(sale, refusal === "sold").catch(of.report);
    return refusal === "sold" ? { kind: "sold", sale } : { kind: "notSold", sale, refusal };
  }

  /** Sends it with its key: the first time, or again. */
  async function send(sale: KeptSale): Promise<SaleOutcome> {
    const told = await connection.sell(sale).then(() => "sold" as const, silenceOf);
    if (told === "sold") return ended(sale, "sold");
    // A refusal is not the last word: another request may be on its way, of an earlier try or of another tab.
    if (told.refusal !== null) return close(sale, told.refusal);
    return { kind: "unanswered", sale, why: told.why };
  }

  async function close(sale: KeptSale, refusal: DoorRefusal | null): Promise<SaleOutcome> {
    const told = await connection.close(sale).catch(silenceOf);
    if (typeof told === "object") return { kind: "unanswered", sale, why: told.why };
    return ended(sale, told ? "sold" : refusal);
  }

  return {
    async sell(wish) {
      const sale = { ...wish, key: of.newKey(), at: of.now() };
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

  /** A refusal of our server, or why there is no word of it. After a fault of ours nothing is known either. */
  function silenceOf(error: unknown): { refusal: DoorRefusal | null; why: Silence } {
    if (!(error instanceof NotAnswered)) of.report(error);
    const { status, refusal } = error instanceof NotAnswered ? error : new NotAnswered(0);
    if (status >= 500) return { refusal: null, why: "busy" };
    if (refusal === null) return { refusal: null, why: "noAnswer" };
    return { refusal, why: status === 440 || status === 401 ? "unknownDevice" : "busy" };
  }
}
