/** /event/{eventId}/edit. */
import { useState } from "react";
import { Link, useLoaderData, useRevalidator } from "react-router";
import { apiFrom } from "../../../api/context.ts";
import { paths } from "../../../paths.ts";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { type EventArgs, loadStaffEvent } from "../staffEvent.ts";
import { EventForm } from "./EventForm.tsx";
import { loadChangeToTell, TellChange } from "./TellChange.tsx";

export async function loader(args: EventArgs) {
  const event = await loadStaffEvent(args);
  const options = { signal: args.request.signal, withToken: true, suppressToasts: true };
  const client = apiFrom(args.context);
  const [tickets, change] = await Promise.all([
    client.get("ticket/getTicketsByEventId", { eventId: event.id }, options),
    loadChangeToTell(client, event, args.request.signal),
  ]);
  return { event, tickets, change };
}

export function Component() {
  const { event, tickets, change } = useLoaderData<typeof loader>();
  const [isAsking, setAsking] = useState(false);
  const revalidator = useRevalidator();
  return (
    <StaffPage
      title="Details"
      event={event}
      actions={
        event.isActive && (
          <Link className="button buttonQuiet" to={paths.event(event.slug)}>
            View event page
          </Link>
        )
      }
    >
      {change !== null && (
        <TellChange
          event={event}
          change={change}
          isAsking={isAsking}
          onAsk={setAsking}
          onTold={() => revalidator.revalidate()}
        />
      )}
      <EventForm
        event={event}
        tickets={tickets}
        club={event.club}
        onSaved={() => {
          setAsking(true);
          return revalidator.revalidate();
        }}
      />
    </StaffPage>
  );
}
