/** When and where an event is, in a mail. */
import { createElement as h, type ReactNode } from "react";
import { mapLinks } from "../../contract/rules/calendarLinks.ts";
import type { EventTimeText } from "../../contract/rules/eventTime.ts";
import { fact, link } from "./letter.ts";

/** The parts of a mail; without a place there is none. */
export function eventFacts({ location }: { readonly location: string }, when: EventTimeText): ReactNode[] {
  const maps = mapLinks(location).flatMap(({ name, url }, index) => [
    index === 0 ? h("br", { key: name }) : " · ",
    link(url, name),
  ]);
  return [
    fact("When", when.text, h("br"), when.zoneLabel),
    ...(when.readerText === null ? [] : [fact("Your time", when.readerText, h("br"), when.readerZoneLabel)]),
    ...(maps.length === 0 ? [] : [fact("Where", location, ...maps)]),
  ];
}
