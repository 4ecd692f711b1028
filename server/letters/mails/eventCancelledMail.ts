import { createElement as h } from "react";
import { cancelledLetter } from "../../../contract/rules/cancelledLetter.ts";
import { formatMoney } from "../../../contract/rules/money/money.ts";
import { type EventTime, formatEventTime } from "../../../contract/rules/time/eventTime.ts";
import { type CalendarFile, calendarFile, calendarType } from "../../documents/calendar.ts";
import type { ComposedMail } from "../../mail/transport.ts";
import { button, composeLetter, greeting, letterParagraph } from "../letter.ts";
import { eventFacts } from "../parts.ts";

/** `message` is the organiser's own words, or empty. */
export interface EventCancelledMail {
  readonly recipientName: string;
  readonly event: CalendarFile & EventTime;
  readonly message: string;
  /** Whether payments through a provider are refunded. */
  readonly refunds: boolean;
  /** Both are false if the reader paid nothing. */
  readonly paid: { readonly online: boolean; readonly byHand: boolean };
  /** With `refunds`, the refund through a provider, in minor units of `currency`; 0 for none. */
  readonly refundMinor: number;
  readonly currency: string;
}

/** Writes the mail. */
export async function composeEventCancelledMail(mail: EventCancelledMail): Promise<ComposedMail> {
  const { event, refundMinor } = mail;
  const day = formatEventTime({ ...event, end: null, isAllDay: true }).text;
  const { subject, news, advice, message, money } = cancelledLetter({
    ...mail,
    eventName: event.name,
    day,
    back: refundMinor > 0 ? formatMoney(refundMinor, mail.currency) : undefined,
  });
  return composeLetter({
    subject,
    preview: `${event.name} does not take place.`,
    organiser: event.organiser,
    title: `${event.name} is cancelled`,
    content: [
      greeting(mail.recipientName),
      letterParagraph(h("strong", null, news), ` ${advice}`),
      ...message.map((line) => letterParagraph(line)),
      ...money.map((line) => letterParagraph(line)),
      ...eventFacts(event, formatEventTime(event)),
      button(event.url, "Open the event's page"),
    ],
    foot: `You get this mail because somebody registered for ${event.name} with this address. The file attached takes the event out of your calendar.`,
    attachments: [
      { filename: "cancelled.ics", content: calendarFile(event), contentType: calendarType(event) },
    ],
  });
}
