/** What did not end in the ordinary way and wants somebody of the staff: payments, refunds, mails that came back. */
import { z } from "zod";
import { instant } from "../scalars.ts";

/**
 * What is wrong. `late`: the places had gone when the money came, `double`: the order was paid in another way before; both
 * go back by themselves. `wrongAmount`: nothing was handed out for it. `disputed`: the buyer calls it into question with
 * the bank, until `answerBy` we may answer. `disputeLost`: the bank took the money. `refundSentBack`: by the bank.
 * `refundAwaitsBuyer`: the buyer has not told the provider a bank account yet. `refundRefused` (of late and double payments) and `refundFailed` (of what staff
 * asked for): by the provider. `unknownPayment`: money of ours that belongs to no order. `mailBounced`: a mail that its
 * address does not take.
 */
export const caseKind = z
  .enum([
    "late",
    "double",
    "wrongAmount",
    "disputed",
    "disputeLost",
    "refundSentBack",
    "refundAwaitsBuyer",
    "refundRefused",
    "refundFailed",
    "unknownPayment",
    "mailBounced",
    "other",
  ])
  .meta({ id: "CaseKind" });
/** What is wrong. */
export type CaseKind = z.infer<typeof caseKind>;

/** An amount in minor units of a currency as the provider tells it, which may be none of ours. */
const money = z.object({ amount: z.number().int(), currency: z.string() });

/** A case that is open. Pages write it out in words. */
export const moneyCase = z
  .object({
    /** Names it, for `attention/markDone`. */
    key: z.string(),
    kind: caseKind,
    /** What came, or did not go back; null of a mail. */
    money: money.nullable(),
    /** Of `wrongAmount`: what was to come. */
    due: money.nullable(),
    /** Of `disputed`: until when the club may answer; null once it has. */
    answerBy: instant.nullable(),
    /** Of `late` and `double`: whether all of it has gone back. */
    isGivenBack: z.boolean(),
    /** What the provider, or the mail server, said. */
    words: z.string().nullable(),
    /** Of a mail: whom it was for. */
    recipient: z.string().nullable(),
    /** The provider's own name of the payment, to find it there; null of a mail. */
    providerRef: z.string().nullable(),
  })
  .meta({ id: "MoneyCase" });
/** A case that is open. */
export type MoneyCase = z.infer<typeof moneyCase>;
