import type { Event } from "../../../../contract/shapes/event.ts";
import { Notice } from "./Notice.tsx";

export function EventCancelled({ event }: { event: Pick<Event, "cancelledAt" | "cancelMessage"> }) {
  const { cancelledAt, cancelMessage = "" } = event;
  if (cancelledAt === null) return null;
  const paragraphs = cancelMessage.split(/\n+/).filter((line) => line.trim() !== "");
  return (
    <Notice kind="warning" title="This event was cancelled.">
      {paragraphs.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may say the same.
        <p key={index}>{line}</p>
      ))}
    </Notice>
  );
}
