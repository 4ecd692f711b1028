import { createElement as h } from "react";
import { changedLetter } from "../../../contract/rules/letters/changedLetter.ts";
import { type EventTime, formatEventTime } from "../../../contract/rules/time/eventTime.ts";
import type { HeadChange } from "../../../contract/shapes/eventChange.ts";
import { type CalendarFile, calendarFile, calendarType } from "../../documents/calendar.ts";
import type { ComposedMail } from "../../mail/transport.ts";
import { button, composeLetter, fact, greeting, letterParagraph } from "../letter.ts";
import { eventFacts } from "../parts.ts";

/** `event` is the event as it is now. */
export interface EventChangedMail {
  readonly recipientName: string;
  readonly event: CalendarFile & EventTime;
  readonly changes: readonly HeadChange[];
}

/** Writes the mail. */
export async function composeEventChangedMail({
  recipientName,
  event,
  changes,
}: EventChangedMail): Promise<ComposedMail> {
  const letter = changedLetter(event.name, changes);
  return composeLetter({
    subject: letter.subject,
    preview: letter.news,
    organiser: event.organiser,
    title: letter.subject,
    content: [
      greeting(recipientName),
      letterParagraph(h("strong", null, letter.news), ` ${letter.advice}`),
      ...letter.changes.map(({ label, before, after }) =>
        fact(`New: ${label}`, h("strong", null, after), h("br"), `Before: ${before}`),
      ),
      ...eventFacts(event, formatEventTime(event)),
      button(event.url, "Open the event's page"),
    ],
    foot: `You get this mail because somebody registered for ${event.name} with this address. The file attached updates the entry in your calendar.`,
    attachments: [{ filename: "event.ics", content: calendarFile(event), contentType: calendarType(event) }],
  });
}
