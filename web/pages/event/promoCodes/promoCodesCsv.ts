import { byteOrderMark, csvText } from "../../../../contract/rules/csv.ts";
import type { Currency } from "../../../../contract/scalars.ts";
import type { PromoCode } from "../../../../contract/shapes/promoCode.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { discountWords } from "../../../words/discountWords.ts";
import { stateOf, ticketsWords } from "./promoCodeWords.ts";

interface CsvInput {
  codes: readonly PromoCode[];
  tickets: readonly Pick<Ticket, "id" | "title" | "isHidden">[];
  currency: Currency;
  linkTo: (code: string) => string;
  now: Date;
}

/** Times are in UTC. */
export function promoCodesCsv({ codes, tickets, currency, linkTo, now }: CsvInput): string {
  const table = csvText([
    ["Code", "Discount", "Tickets", "Used", "Held", "Left", "From", "Until", "State", "Link"],
    ...codes.map((code) => [
      code.code,
      discountWords(code, currency) ?? "Full price",
      ticketsWords(code, tickets),
      code.sold,
      code.held,
      code.left ?? "no limit",
      code.startsAt ?? "",
      code.endsAt ?? "",
      code.isActive ? (stateOf(code, now)?.text ?? "") : "Inactive",
      linkTo(code.code),
    ]),
  ]);
  return byteOrderMark + table;
}
