import type { PayloadOf } from "../../../../contract/all.ts";
import { formatMoney, needCents } from "../../../../contract/rules/money/money.ts";
import { formatMoment } from "../../../../contract/rules/time/eventTime.ts";
import type { OwnCancellation, OwnChanges } from "../../../../contract/shapes/ownChange.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { itemsText } from "../../../words/itemsText.ts";
import { fullNameOf } from "../../../words/names.ts";

export type OwnTicket = OwnChanges["tickets"][number];

export type CompletedChange =
  | {
      kind: "cancelled";
      people: readonly string[];
      isWhole: boolean;
      amount: number;
      currency: OwnChanges["currency"];
    }
  | { kind: "passedOn"; from: string; to: string; email: string }
  /** `mailedTo`: the addresses in the request. */
  | { kind: "corrected"; mailedTo: readonly string[] };

export function completedWords(done: CompletedChange): { title: string; lines: string[] } {
  if (done.kind === "passedOn")
    return {
      title: `The ticket of ${done.from} is now ${done.to}’s.`,
      lines: [
        `We have mailed it to ${done.email}, with a code of its own. The former code is no longer valid.`,
      ],
    };
  if (done.kind === "corrected")
    return {
      title: "Your changes are saved.",
      lines:
        done.mailedTo.length === 0
          ? ["The codes of your tickets are the same as before."]
          : [`We have mailed the tickets to ${done.mailedTo.join(", ")}. The codes are the same as before.`],
    };
  const { people, isWhole, amount, currency } = done;
  return {
    title: isWhole
      ? "Your tickets are cancelled."
      : `${people.length === 1 ? `The ticket of ${people[0]} is` : `${people.length} tickets are`} cancelled.`,
    lines: [
      amount > 0
        ? `${formatMoney(amount, currency)} is refunded to your payment method; banks usually show it within 5 to 10 working days. We have mailed you a confirmation.`
        : "There is nothing to refund. We have mailed you a confirmation.",
    ],
  };
}

type MomentOfEvent = Parameters<typeof clocksOf>[0];

/** The deadline, in the event's time zone. */
export function untilWords(until: string | null, event: MomentOfEvent): string | null {
  if (until === null) return null;
  const { text, zoneLabel } = formatMoment(until, clocksOf(event));
  return `until ${text}, ${zoneLabel}`;
}

export function guestLead({ attendee, until, event }: PayloadOf<"registration/getGuest">): string {
  const { missing = [] } = attendee;
  const limit = untilWords(until, event);
  if (missing.length === 0) return `You can change your name, answers and address ${limit}.`;
  const parts = missing.map((part) => (part === "name" ? "your name" : "your answers"));
  return `The organiser still needs ${parts.join(" and ")}. Please fill them in ${limit}.`;
}

/** "Mia Keller · Standard". */
export function ticketWords({ places, ticketTitle, ...person }: OwnTicket): string {
  return `${fullNameOf(person)} · ${places > 1 ? `${places} places` : ticketTitle}`;
}

/** If one amount has cents, both show them. */
export function moneyWords(
  { amount, fee }: Pick<OwnCancellation, "amount" | "fee">,
  currency: OwnChanges["currency"],
): { back: string; kept: string | null } {
  const withCents = needCents([amount, fee], currency);
  return {
    back: amount === 0 && fee === 0 ? "Nothing to refund" : formatMoney(amount, currency, withCents),
    kept: fee === 0 ? null : formatMoney(fee, currency, withCents),
  };
}

export function extrasOutcome({
  extras,
  keptExtras,
  stayingExtras = [],
}: Pick<OwnCancellation, "extras" | "keptExtras" | "stayingExtras">): string[] {
  return [
    ...(extras.length === 0 ? [] : [`The extras are cancelled with them: ${itemsText(extras)}.`]),
    ...(keptExtras.length === 0 ? [] : [`Handed over already, so not refunded: ${itemsText(keptExtras)}.`]),
    ...(stayingExtras.length === 0
      ? []
      : [`You keep your extras, so they are not refunded: ${itemsText(stayingExtras)}.`]),
  ];
}
