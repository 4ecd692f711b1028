/** Admin paths without an event (/tickets, /edit …): redirects to an event, or lists the events, if any. */
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { isNotFound } from "../../api/apiError.ts";
import { apiFrom } from "../../api/context.ts";
import { usePageHandle } from "../../layouts/pageHandle.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import classes from "./edit/ChooseCopied.module.css";
import { whenWords } from "./eventState.ts";
import { eventPageOfPath } from "./lastEventPages.ts";
import { type EventArgs, lastEventId, loadStaffEvent } from "./staffEvent.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = eventPageOfPath(new URL(request.url).pathname) ?? "edit";
  const lastId = lastEventId();
  if (lastId !== null && (await isEventAvailable({ context, request, params: { eventId: String(lastId) } })))
    throw redirect(paths.eventPage(lastId, page));
  const options = { signal: request.signal, suppressToasts: true };
  const cards = await apiFrom(context).get(
    "event/getEventCards",
    { when: "all", itemsPerPage: 100 },
    options,
  );
  const [only, ...others] = cards.items;
  if (only !== undefined && others.length === 0) throw redirect(paths.eventPage(only.id, page));
  return { page, events: cards.items };
}

/** The event may have been deleted, or somebody of another club has signed in. */
async function isEventAvailable(args: EventArgs): Promise<boolean> {
  try {
    await loadStaffEvent(args);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

export function Component() {
  const { page, events } = useLoaderData<typeof loader>();
  const title = usePageHandle()?.title ?? "Choose an event";
  return (
    <StaffPage
      title={title}
      crumbs={[{ label: "Your events", to: paths.adminDashboard() }]}
      lead={events.length > 0 ? "Choose an event." : undefined}
    >
      {events.length === 0 ? (
        <EmptyState
          title="There are no events yet"
          action={
            <Link className="button" to={paths.eventAdd()}>
              Add an event
            </Link>
          }
        />
      ) : (
        <ul className={classes.list}>
          {events.map((event) => (
            <li key={event.id}>
              <Link to={paths.eventPage(event.id, page)}>
                <strong>{event.name}</strong>
                <span>{whenWords(event)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </StaffPage>
  );
}
