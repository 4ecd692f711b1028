import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { type EventState, eventStateWords } from "./eventState.ts";

const tones: Record<EventState, BadgeTone> = {
  published: "good",
  draft: "warn",
  soldOut: "warn",
  cancelled: "bad",
  over: "plain",
};

export function StateBadge({ state }: { state: EventState }) {
  return <Badge tone={tones[state]}>{eventStateWords[state]}</Badge>;
}
