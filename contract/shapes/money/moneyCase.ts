import { z } from "zod";
import { instant } from "../../scalars.ts";

/**
 * The kind of a case. `late`: when the money came, what it pays for could no longer be sold. `double`: the order was
 * already paid. Both are refunded automatically. `wrongAmount`: the buyer got nothing for it. `disputed`: the buyer
 * disputes it with the bank, which has not decided. `disputeLost`: the bank took the money. `refundSentBack`: the bank
 * sent the refund back. `refundAwaitsBuyer`: the buyer has not given the provider a bank account yet. `refundRefused`
 * (of late and double payments) and `refundFailed` (of other refunds): the refund failed, mostly because the provider
 * refused it. `unknownPayment`: a payment to us that belongs to no order. `mailBounced`: the mail was refused or
 * could not be sent. `other`: another payment that needs attention.
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
export type CaseKind = z.infer<typeof caseKind>;

/** An amount in minor units. Its currency may be one in which no event is sold. */
const money = z.object({ amount: z.number().int(), currency: z.string() });

/** An open case. */
export const moneyCase = z
  .object({
    /** Identifies the case for `attention/markDone`. */
    key: z.string(),
    kind: caseKind,
    /** The amount in question; null for a mail. */
    money: money.nullable(),
    /** For `wrongAmount`: the expected amount. */
    due: money.nullable(),
    /** For `disputed`: until when the club may answer; null once it has answered, or if the provider names no time. */
    answerBy: instant.nullable(),
    /** For `late` and `double`: whether all of it has been refunded. */
    isGivenBack: z.boolean(),
    /** A message, mostly of the provider or of the mail server. */
    words: z.string().nullable(),
    /** For a mail: its recipient. */
    recipient: z.string().nullable(),
    /** The provider's id of the payment. */
    providerRef: z.string().nullable(),
  })
  .meta({ id: "MoneyCase" });
export type MoneyCase = z.infer<typeof moneyCase>;
