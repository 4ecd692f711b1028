/** Says why no extras are on sale, with links to other pages. */
import { Link } from "react-router";
import type { Event } from "../../../../contract/shapes/event.ts";
import { type Proof, paths } from "../../../paths.ts";

/** The reasons why no extras are on sale. */
export type NoExtrasReason = "none" | "over" | "cancelled" | "unpaid" | "ended";

interface NoExtrasProps {
  event: Pick<Event, "slug" | "name">;
  reason: NoExtrasReason;
  proof?: Proof;
}

export function NoExtras({ event, reason, proof }: NoExtrasProps) {
  const { title, text } = words[reason];
  const { slug } = event;
  return (
    <section className="container message">
      <p className="eyebrow">{event.name}</p>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        {reason === "unpaid" ? (
          <Link className="button" to={paths.checkout(slug)}>
            Go to the payment
          </Link>
        ) : reason === "ended" ? (
          <Link className="button" to={paths.tickets(slug)}>
            Choose tickets
          </Link>
        ) : proof !== undefined ? (
          <Link className="button" to={paths.tickets(slug, proof)}>
            Back to your tickets
          </Link>
        ) : (
          <Link className="button" to={paths.event(slug)}>
            Go to the event
          </Link>
        )}
      </p>
    </section>
  );
}

const words: Record<NoExtrasReason, { title: string; text: string }> = {
  none: {
    title: "There are no extras",
    text: "The club offers nothing beside the tickets at the moment. What you have bought is on your ticket page.",
  },
  over: {
    title: "This event is over",
    text: "Its extras are no longer sold. What you have bought is on your ticket page.",
  },
  cancelled: {
    title: "This event was cancelled",
    text: "Its extras are no longer sold. Whoever has bought any hears from the club.",
  },
  unpaid: {
    title: "Your tickets come first",
    text: "Extras can be added once your tickets are complete. They are held, and we have not seen a payment for them yet.",
  },
  ended: {
    title: "These tickets are no longer valid",
    text: "Extras go with tickets. Choose tickets first; extras are offered beside them.",
  },
};
