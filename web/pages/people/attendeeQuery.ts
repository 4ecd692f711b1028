import { AGREED, AGREEMENT, questionWords } from "../../../contract/rules/questions/questions.ts";
import type { FormQuestion } from "../../../contract/shapes/form.ts";
import type { AttendeeOrder } from "../../../contract/shapes/people.ts";
import { idForm, listAddress, namesOf } from "../../ui/lists/listAddress.ts";

export const pageSize = 25;

export const attendeeStateWords = {
  held: "Held",
  pending: "Being paid, or not yet active",
  expired: "Expired",
  cancelled: "Cancelled",
  all: "All states",
} as const;
export const checkinWords = { false: "Pending", true: "Checked-in" } as const;
export const missingWords = { true: "Something missing", false: "Nothing missing" } as const;
export const orderWords = {
  free: "Free",
  paid: "Paid",
  pending: "Payment pending",
  expired: "Expired",
  failed: "Payment failed",
  refunded: "Refunded",
} as const;

export const standardSort: AttendeeOrder = "-registration";

export const sortWords = {
  registration: "Registered, oldest first",
  name: "Last name, from A",
  "-name": "Last name, from Z",
  "-checkin": "Checked in, latest first",
  checkin: "Checked in, earliest first",
} as const satisfies Partial<Record<AttendeeOrder, string>>;

export const attendeeAddress = listAddress({
  ticket: idForm,
  state: namesOf(attendeeStateWords),
  checkin: namesOf(checkinWords),
  order: namesOf(orderWords),
  answer: /^[1-9]\d{0,14}\..{1,500}$/,
  extra: idForm,
  code: idForm,
  import: idForm,
  missing: namesOf(missingWords),
  sort: namesOf(sortWords),
});

export type AttendeeQuery = ReturnType<typeof attendeeAddress.queryFrom>;

export function filtersOf({
  search,
  ticket,
  state,
  checkin,
  order,
  answer,
  extra,
  code,
  import: importId,
  missing,
}: AttendeeQuery) {
  return {
    ...(search !== "" && { searchKeyword: search }),
    ...(ticket !== "" && { ticketId: ticket }),
    ...(state !== "" && { registrationState: state }),
    ...(checkin !== "" && { checkinStatus: checkin }),
    ...(order !== "" && { orderStatus: order }),
    ...(answer !== "" && answerOf(answer)),
    ...(extra !== "" && { extrasId: extra }),
    ...(code !== "" && { promoCodeId: code }),
    ...(importId !== "" && { importId }),
    ...(missing !== "" && { missing }),
  };
}

/** A filter by an answer, as it is written in the address. */
export const answerValue = (questionId: number, answer: string) => `${questionId}.${answer}`;

function answerOf(value: string): { questionId: string; answer: string } {
  const point = value.indexOf(".");
  return { questionId: value.slice(0, point), answer: value.slice(point + 1) };
}

export function answerChoices(
  questions: readonly Pick<FormQuestion, "id" | "typeId" | "text" | "options">[],
): [choice: string, words: string][] {
  return questions.flatMap(({ id, typeId, text, options }): [string, string][] =>
    typeId === AGREEMENT
      ? [[answerValue(id, AGREED), questionWords({ typeId, text })]]
      : (options ?? []).map((option) => [answerValue(id, option), `${text} ${option}`]),
  );
}

export function attendeeCountText({
  totalItems,
  isTotalExact,
}: {
  totalItems: number;
  isTotalExact: boolean;
}): string {
  const count = totalItems.toLocaleString("en-US");
  const people = totalItems === 1 ? "attendee" : "attendees";
  return isTotalExact ? `${count} ${people}` : `About ${count} ${people}`;
}
