/** /event/{eventId}/edit. */
import { Link, useLoaderData, useRevalidator } from "react-router";
import { apiFrom } from "../../../api/context.ts";
import { paths } from "../../../paths.ts";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { type EventArgs, loadStaffEvent } from "../staffEvent.ts";
import { EventForm } from "./EventForm.tsx";

export async function loader(args: EventArgs) {
  const event = await loadStaffEvent(args);
  const options = { signal: args.request.signal, withToken: true, suppressToasts: true };
  const tickets = await apiFrom(args.context).get(
    "ticket/getTicketsByEventId",
    { eventId: event.id },
    options,
  );
  return { event, tickets };
}

export function Component() {
  const { event, tickets } = useLoaderData<typeof loader>();
  const revalidator = useRevalidator();
  return (
    <StaffPage
      title="Details"
      event={event}
      actions={
        event.isActive && (
          <Link className="button buttonQuiet" to={paths.event(event.slug)}>
            See its page
          </Link>
        )
      }
    >
      <EventForm
        key={event.id}
        event={event}
        tickets={tickets}
        club={event.club}
        onSaved={() => revalidator.revalidate()}
      />
    </StaffPage>
  );
}
