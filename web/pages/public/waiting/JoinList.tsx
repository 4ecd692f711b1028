/** Name, e-mail, how many: joining the list of one ticket. A plain form: it works without scripts. */

import { useEffect, useRef } from "react";
import { Form, Link, useActionData, useNavigation } from "react-router";
import { useFormAddress } from "../../../lib/formAddress.ts";
import { paths } from "../../../paths.ts";
import { TextField } from "../../../ui/TextField.tsx";
import { EventLink } from "../EventLink.tsx";
import { Notice } from "../purchase/Notice.tsx";
import classes from "../WaitingList.module.css";
import type { JoinListOutcome } from "./joinList.ts";
import type { JoinPage } from "./load.ts";

export function JoinList({ page }: { page: JoinPage }) {
  const { event, ticket, isOpen } = page;
  const joined = useActionData<JoinListOutcome>();
  return (
    <>
      <EventLink event={event} />
      {joined?.sentTo !== undefined ? (
        <SentMessage sentTo={joined.sentTo} slug={event.slug} />
      ) : isOpen && ticket !== null ? (
        <JoinForm page={page} title={ticket.title} joined={joined} />
      ) : (
        <NotOpen slug={event.slug} title={ticket?.title ?? null} />
      )}
    </>
  );
}

function JoinForm({
  page,
  title,
  joined,
}: {
  page: JoinPage;
  title: string;
  joined: JoinListOutcome | undefined;
}) {
  const isBusy = useNavigation().state === "submitting";
  const form = useRef<HTMLFormElement>(null);
  const action = useFormAddress();
  useEffect(() => {
    if (joined) form.current?.querySelector<HTMLElement>("[aria-invalid], [role=alert]")?.focus();
  }, [joined]);
  return (
    <>
      <h1>Join the waiting list</h1>
      <p className={classes.lead}>
        <strong>{title}</strong> is sold out. When places come free, they go to the first in line whose whole
        party fits: we keep them for you for a while, and write you an e-mail.
      </p>
      <Form
        ref={form}
        method="post"
        action={action}
        preventScrollReset
        className={classes.form}
        aria-label="Waiting list"
      >
        <input type="hidden" name="ticketId" value={page.ticketId} />
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          required
          maxLength={200}
          defaultValue={joined?.name}
          problem={joined?.problems?.name}
        />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={joined?.email}
          problem={joined?.problems?.email}
        />
        <div className={classes.places}>
          <TextField
            label="How many places?"
            name="places"
            type="number"
            inputMode="numeric"
            min={1}
            max={page.event.config.maxTicketsPerRegistration}
            required
            defaultValue={joined?.places ?? "1"}
            problem={joined?.problems?.places}
          />
        </div>
        <p className={classes.words}>
          You get all of them together or none. A smaller number is often served sooner.
        </p>
        {joined?.msg !== undefined && (
          <p role="alert" className="fieldProblem" tabIndex={-1}>
            {joined.msg}
          </p>
        )}
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? "One moment…" : "Join the waiting list"}
        </button>
      </Form>
    </>
  );
}

function SentMessage({ sentTo, slug }: { sentTo: string; slug: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <>
      <h1>Check your e-mail</h1>
      <p ref={words} role="status" tabIndex={-1} className={classes.lead}>
        We have written to <strong>{sentTo}</strong>. The link in that e-mail shows where you stand, and lets
        you leave the list.
      </p>
      <p className={classes.words}>
        It may take a minute; look in your spam folder, too. An address that was on the list already keeps its
        place.
      </p>
      <div className={classes.actions}>
        <Link className="button buttonQuiet" to={paths.event(slug)}>
          Back to the event
        </Link>
      </div>
    </>
  );
}

function NotOpen({ slug, title }: { slug: string; title: string | null }) {
  return (
    <>
      <h1>There is no waiting list here</h1>
      <div className={classes.notice}>
        <Notice
          kind="info"
          title={
            title === null ? "This ticket is not offered any more." : `There is no list for ${title} now.`
          }
        >
          <p>It may be on sale again. The event’s page shows what is available.</p>
        </Notice>
      </div>
      <div className={classes.actions}>
        <Link className="button" to={paths.event(slug)}>
          See the tickets
        </Link>
      </div>
    </>
  );
}
