/** When and where an event is, in a mail. */
import { createElement as h, type ReactNode } from "react";
import { mapUrl } from "../../contract/rules/calendarLinks.ts";
import type { EventTimeText } from "../../contract/rules/eventTime.ts";
import { fact, link } from "./letter.ts";

/** The parts of a mail; without a place there is none. */
export function eventFacts({ location }: { readonly location: string }, when: EventTimeText): ReactNode[] {
  const map = mapUrl(location);
  return [
    fact("When", when.text, h("br"), when.zoneLabel),
    ...(when.readerText === null ? [] : [fact("Your time", when.readerText, h("br"), when.readerZoneLabel)]),
    ...(map === null ? [] : [fact("Where", location, h("br"), link(map, "Show on a map"))]),
  ];
}
