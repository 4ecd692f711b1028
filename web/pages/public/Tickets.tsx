/** The page `/{slug}/tickets`: bought tickets if the address has a proof, otherwise the choice. */
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { isFinalRefusal, requireApiError } from "../../api/apiError.ts";
import type { Api } from "../../api/client.ts";
import { apiFrom } from "../../api/context.ts";
import { redirectFormerSlug } from "../../event/formerAddress.ts";
import type { Proof } from "../../paths.ts";
import { offersExtras } from "../../sale/moreExtras.ts";
import { proofIn } from "../../sale/proof.ts";
import type { BoughtRegistration } from "../../sale/savedTickets.ts";
import { BoughtTickets } from "./bought/BoughtTickets.tsx";
import { TicketsUnknown } from "./bought/TicketsUnknown.tsx";
import type { GuestTicket } from "./change/GuestPart.tsx";
import { ChooseTickets } from "./tickets/ChooseTickets.tsx";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const api = apiFrom(context);
  const slug = params.slug ?? "";
  const proof = proofIn(new URL(request.url));
  const { signal } = request;
  if (proof !== null) {
    try {
      const bought = await api.get("registration/getRegistration", proof, { signal, suppressToasts: true });
      const moreExtras = await offersExtras(api, { proof, ...bought }, signal);
      const guest = await guestOf(api, { proof, bought, signal });
      return { kind: "bought" as const, proof, bought, moreExtras, guest };
    } catch (error) {
      if (!isFinalRefusal(error)) throw error;
      return { kind: "unknown" as const, slug };
    }
  }
  const event = await api.get("event/getEventBySlug", { slug }, { signal, suppressToasts: true });
  redirectFormerSlug(event, slug, request);
  const [tickets, extras] = await Promise.all([
    api.get("ticket/getTicketsByEventId", { eventId: event.id }, { signal, suppressToasts: true }),
    api.get("extras/getExtrasByEventId", { eventId: event.id }, { signal, suppressToasts: true }),
  ]);
  return { kind: "offer" as const, offer: { event, tickets, extras }, readAt: new Date().toISOString() };
}

/** Null without a guest's link, or if the call fails. */
async function guestOf(
  api: Api,
  { proof, bought, signal }: { proof: Proof; bought: BoughtRegistration; signal: AbortSignal },
): Promise<GuestTicket | null> {
  const [attendee] = bought.attendees;
  if (proof.qrUuid === undefined || attendee === undefined) return null;
  try {
    const query = { attendeeId: attendee.attendeeId, qrUuid: proof.qrUuid };
    return await api.get("registration/getGuest", query, { signal, suppressToasts: true });
  } catch (error) {
    requireApiError(error);
    return null;
  }
}

/** Bought tickets work at the door without scripts. */
export const needsScript = ({ kind }: Awaited<ReturnType<typeof loader>>) => kind === "offer";

export const eventOf = (loaded: Awaited<ReturnType<typeof loader>>) =>
  loaded.kind === "unknown" ? null : (loaded.kind === "bought" ? loaded.bought : loaded.offer).event;

export function Component() {
  const loaded = useLoaderData<typeof loader>();
  switch (loaded.kind) {
    case "bought":
      return (
        <BoughtTickets
          key={JSON.stringify(loaded.proof)}
          proof={loaded.proof}
          loaded={loaded.bought}
          moreExtras={loaded.moreExtras}
          guest={loaded.guest}
        />
      );
    case "unknown":
      return <TicketsUnknown slug={loaded.slug} />;
    case "offer":
      return <ChooseTickets offer={loaded.offer} readAt={loaded.readAt} />;
  }
}
