/** The page `/event/{eventId}/qr`. */
import { Button, TextInput } from "@mantine/core";
import { Form, Link, type LoaderFunctionArgs, useLoaderData, useNavigation } from "react-router";
import type { Event } from "../../../contract/shapes/event.ts";
import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { restoreSession, session } from "../../stores/session.ts";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { fullNameOf } from "../../words/names.ts";
import { loadStaffEvent } from "../event/staffEvent.ts";
import classes from "./Codes.module.css";

interface CodesPage {
  event: Event;
  search: string;
  attendees: ListedAttendee[];
  /** Includes those that are not shown. */
  foundCount: number;
}

const maxShown = 25;

/** "signedOut" for visitors: anybody may open the address (docs/product.md §2). */
export async function loader(args: LoaderFunctionArgs): Promise<CodesPage | "signedOut"> {
  // For a page without access rules, the middleware does not restore the session.
  restoreSession();
  if (session.get() === null) return "signedOut";
  const event = await loadStaffEvent(args);
  const search = new URL(args.request.url).searchParams.get("search")?.trim() ?? "";
  const page = await apiFrom(args.context).get(
    "registration/getAttendees",
    { eventId: event.id, itemsPerPage: maxShown, searchKeyword: search.slice(0, 200), sortBy: "name" },
    { signal: args.request.signal },
  );
  return { event, search, attendees: page.items, foundCount: page.totalItems };
}

export function Component() {
  const page = useLoaderData<typeof loader>();
  return page === "signedOut" ? <SignedOut /> : <CodesView {...page} />;
}

function SignedOut() {
  return (
    <section className="container message">
      <p className="eyebrow">Codes and badges</p>
      <h1>For the staff of the event</h1>
      <p>Sign in to find an attendee and show their code. Your own ticket is in the mail you got.</p>
      <p>
        <Link className="button" to={paths.signin()}>
          Sign in
        </Link>
      </p>
    </section>
  );
}

function CodesView({ event, search, attendees, foundCount }: CodesPage) {
  const { state } = useNavigation();
  return (
    <StaffPage
      title="Codes and badges"
      lead="Find somebody, show their code large, or print their badge."
      event={event}
    >
      <Form method="get" role="search" className={classes.search} key={search}>
        <TextInput
          type="search"
          name="search"
          label="Name, e-mail or phone"
          defaultValue={search}
          autoComplete="off"
          maxLength={200}
        />
        <Button type="submit" aria-busy={state === "loading"}>
          Search
        </Button>
      </Form>
      <p className={classes.found} role="status">
        {foundWords({ search, shown: attendees.length, foundCount })}
      </p>
      {attendees.length === 0 ? (
        <EmptyState
          title={search === "" ? "Nobody has registered yet" : "Nobody found"}
          action={
            search === "" && (
              <Link className="touchLink" to={paths.eventPage(event.id, "attendees")}>
                Go to the attendees
              </Link>
            )
          }
        >
          {search === ""
            ? "Whoever registers, or is added by you, appears here with their code."
            : "Try a part of the name, or the e-mail address."}
        </EmptyState>
      ) : (
        <ul className={classes.people}>
          {attendees.map((attendee) => (
            <li key={attendee.id}>
              <Link to={paths.qrViewer(event.id, attendee)}>
                <strong>{fullNameOf(attendee)}</strong>
                <span>{attendee.ticketTitle}</span>
                <span>{attendee.email ?? attendee.registrationEmail}</span>
                {attendee.checkinTime !== null && <em>Checked in</em>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </StaffPage>
  );
}

function foundWords({
  search,
  shown,
  foundCount,
}: {
  search: string;
  shown: number;
  foundCount: number;
}): string {
  const people = foundCount === 1 ? "1 attendee" : `${foundCount.toLocaleString("en-US")} attendees`;
  const countText = search === "" ? people : `${people} found`;
  return shown < foundCount ? `${countText}; the first ${shown} are shown` : countText;
}
