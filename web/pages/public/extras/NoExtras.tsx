import { Link } from "react-router";
import type { Event } from "../../../../contract/shapes/event.ts";
import { type Proof, paths } from "../../../paths.ts";
import { GoToPayment } from "../purchase/GoToPayment.tsx";

export type NoExtrasReason = "none" | "over" | "cancelled" | "unpaid" | "ended";

interface NoExtrasProps {
  event: Pick<Event, "slug" | "name">;
  reason: NoExtrasReason;
  proof?: Proof;
}

export function NoExtras({ event, reason, proof }: NoExtrasProps) {
  const { title, text } = words[reason];
  const { slug } = event;
  const [label, to]: [string, string] =
    reason === "ended"
      ? ["Choose tickets", paths.tickets(slug)]
      : proof !== undefined
        ? ["Back to your tickets", paths.tickets(slug, proof)]
        : ["Go to the event", paths.event(slug)];
  return (
    <section className="container message">
      <p className="eyebrow">{event.name}</p>
      <h1>{title}</h1>
      <p>{text}</p>
      {reason === "unpaid" && proof !== undefined ? (
        <GoToPayment slug={slug} registrationId={proof.registrationId} />
      ) : (
        <p>
          <Link className="button" to={to}>
            {label}
          </Link>
        </p>
      )}
    </section>
  );
}

const words: Record<NoExtrasReason, { title: string; text: string }> = {
  none: {
    title: "There are no extras",
    text: "The club offers no extras at the moment. What you have bought is on your ticket page.",
  },
  over: {
    title: "This event is over",
    text: "Its extras are no longer sold. What you have bought is on your ticket page.",
  },
  cancelled: {
    title: "This event was cancelled",
    text: "Its extras are no longer sold. The club will contact everybody who bought some.",
  },
  unpaid: {
    title: "Pay for your tickets first",
    text: "Your tickets are held, but not paid yet. You can add extras after you have paid.",
  },
  ended: {
    title: "These tickets are no longer valid",
    text: "Extras need a ticket. Choose tickets first; extras are offered with them.",
  },
};
