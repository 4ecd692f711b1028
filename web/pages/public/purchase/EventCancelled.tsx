/** Says that an event is cancelled, in the organiser's words. Renders nothing for other events. */
import type { ReactNode } from "react";
import type { Event } from "../../../../contract/shapes/event.ts";
import { Notice } from "./Notice.tsx";

interface EventCancelledProps {
  event: Pick<Event, "cancelledAt" | "cancelMessage">;
  /** The consequences on this page. */
  children?: ReactNode;
}

export function EventCancelled({
  event: { cancelledAt, cancelMessage = "" },
  children,
}: EventCancelledProps) {
  if (cancelledAt === null) return null;
  const paragraphs = cancelMessage.split(/\n+/).filter((line) => line.trim() !== "");
  return (
    <Notice kind="warning" title="This event was cancelled.">
      {paragraphs.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may say the same.
        <p key={index}>{line}</p>
      ))}
      {children}
    </Notice>
  );
}
