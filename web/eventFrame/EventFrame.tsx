/**
 * The frame of an event's pages: the way between them stands beside each, and stays when a page cannot be shown. It is a
 * route around theirs (web/routes.tsx), so it also outlives the change from one page to the next.
 */
import { useEffect, useState } from "react";
import {
  type LoaderFunctionArgs,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useParams,
} from "react-router";
import { ADMIN } from "../../contract/rules/roles.ts";
import { restoreSession, session } from "../stores/session.ts";
import { EventDrawer } from "./EventDrawer.tsx";
import classes from "./EventFrame.module.css";
import { EventNav } from "./EventNav.tsx";
import { loadWaitingCounts, type Waiting } from "./waiting.ts";

/** What waits is asked for beside the page's own data and not awaited: no page comes later for it. Null for visitors. */
export function loader({ params, request }: LoaderFunctionArgs) {
  restoreSession();
  const isStaff = session.get()?.currentUser.role === ADMIN;
  return { waiting: isStaff ? loadWaitingCounts(Number(params.eventId), request.signal) : null };
}

/** Anew with each page and after each save, and not while somebody searches in a list. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;
}

export function Component() {
  const eventId = Number(useParams().eventId);
  const loading = useLoaderData<typeof loader>().waiting;
  const waiting = useLatest(loading, eventId);
  if (loading === null) return <Outlet />;
  return (
    <div className={`container ${classes.frame}`}>
      <div className={classes.drawer}>
        <EventDrawer eventId={eventId} waiting={waiting} />
      </div>
      <div className={classes.side}>
        <EventNav eventId={eventId} waiting={waiting} />
      </div>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}

/** The newest counts of this event that have come; those of before stay until then. */
function useLatest(loading: Promise<Waiting> | null, eventId: number): Waiting | null {
  const [latest, setLatest] = useState<{ eventId: number; waiting: Waiting } | null>(null);
  useEffect(() => {
    let isOld = false;
    void loading?.then((waiting) => {
      if (!isOld) setLatest({ eventId, waiting });
    });
    return () => {
      isOld = true;
    };
  }, [loading, eventId]);
  return latest?.eventId === eventId ? latest.waiting : null;
}
