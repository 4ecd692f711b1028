/** Says that an event does not take place, in the organiser's words. Nothing where it does. */
import type { ReactNode } from "react";
import type { Event } from "../../../../contract/shapes/event.ts";
import { Notice } from "./Notice.tsx";

interface EventCancelledProps {
  event: Pick<Event, "cancelledAt" | "cancelMessage">;
  /** What follows from it here. */
  children?: ReactNode;
}

export function EventCancelled({
  event: { cancelledAt, cancelMessage = "" },
  children,
}: EventCancelledProps) {
  if (cancelledAt === null) return null;
  const paragraphs = cancelMessage.split(/\n+/).filter((line) => line.trim() !== "");
  return (
    <Notice kind="warning" title="This event was cancelled. It does not take place.">
      {paragraphs.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may say the same.
        <p key={index}>{line}</p>
      ))}
      {children}
    </Notice>
  );
}
