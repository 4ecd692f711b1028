/** The parent route of the pages with the layout "event", so it stays mounted from one of them to another. */
import { type RefObject, useEffect, useRef, useState } from "react";
import {
  type LoaderFunctionArgs,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useParams,
} from "react-router";
import { ADMIN } from "../../contract/rules/roles.ts";
import { positiveInteger } from "../lib/positiveInteger.ts";
import { restoreSession, session } from "../stores/session.ts";
import { EventDrawer } from "./EventDrawer.tsx";
import classes from "./EventFrame.module.css";
import { EventNav } from "./EventNav.tsx";
import { loadOpenWork } from "./waiting.ts";

type Counts = Awaited<ReturnType<typeof loadOpenWork>>;

/** The counts are not awaited, so that no page is delayed. */
export function loader({ params, request }: LoaderFunctionArgs) {
  restoreSession();
  const isAdmin = session.get()?.currentUser.role === ADMIN;
  const eventId = positiveInteger(params.eventId);
  return { waiting: isAdmin && eventId !== null ? loadOpenWork(eventId, request.signal) : null };
}

/** Loads again unless only the query changes. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;
}

const pageId = "event-page";

export function Component() {
  const eventId = Number(useParams().eventId);
  const loading = useLoaderData<typeof loader>().waiting;
  const waiting = useLatest(loading, eventId);
  const side = useRef<HTMLDivElement>(null);
  useOpenEntryInSight(side);
  if (loading === null || waiting === "notFound") return <Outlet />;
  return (
    <div className={`container ${classes.frame}`}>
      <div className={classes.drawer}>
        <EventDrawer eventId={eventId} waiting={waiting} />
      </div>
      <div ref={side} className={classes.side}>
        <a className="skipLink" href={`#${pageId}`}>
          Skip the event's pages
        </a>
        <EventNav eventId={eventId} waiting={waiting} />
      </div>
      <div id={pageId} className={classes.content} tabIndex={-1}>
        <Outlet />
      </div>
    </div>
  );
}

/** Scrolls the navigation, and not the page, to its entry of the open page. */
function useOpenEntryInSight(side: RefObject<HTMLDivElement | null>): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry.
  useEffect(() => {
    const box = side.current;
    const entry = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box || !entry) return;
    const end = entry.offsetTop + entry.offsetHeight;
    box.scrollTop = Math.min(entry.offsetTop, Math.max(box.scrollTop, end - box.clientHeight));
  }, [pathname]);
}

/** The event's latest counts. The old ones stay until the new ones arrive. */
function useLatest(loading: Promise<Counts> | null, eventId: number): Counts | null {
  const [latest, setLatest] = useState<{ eventId: number; waiting: Counts } | null>(null);
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
