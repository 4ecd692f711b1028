/** Works without scripts. */
import { Fragment, useEffect, useRef } from "react";
import { Form, Link, useActionData, useNavigation } from "react-router";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import { offerHoursWords } from "../../../../contract/rules/waiting/waitingWords.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { taxWords } from "../../../event/saleOffer.ts";
import { useFormAddress } from "../../../lib/formAddress.ts";
import { paths } from "../../../paths.ts";
import fields from "../../../ui/fields.module.css";
import { TextField } from "../../../ui/TextField.tsx";
import { EventLink } from "../EventLink.tsx";
import { Notice } from "../purchase/Notice.tsx";
import classes from "../WaitingList.module.css";
import type { JoinListOutcome } from "./joinList.ts";
import type { JoinPage } from "./load.ts";

export function JoinList({ page }: { page: JoinPage }) {
  const { event, openLists, ticketTitle } = page;
  const outcome = useActionData<JoinListOutcome>();
  return (
    <>
      <EventLink event={event} />
      {outcome?.sentTo !== undefined ? (
        <JoinedMessage page={page} sentTo={outcome.sentTo} ticketIds={outcome.ticketIds} />
      ) : openLists.length > 0 ? (
        <JoinForm page={page} outcome={outcome} />
      ) : (
        <NotOpen slug={event.slug} title={ticketTitle} />
      )}
    </>
  );
}

function JoinForm({ page, outcome }: { page: JoinPage; outcome: JoinListOutcome | undefined }) {
  const { event, openLists } = page;
  const [onlyList, ...otherLists] = openLists;
  const tax = taxWords(event, openLists);
  const isBusy = useNavigation().state === "submitting";
  const form = useRef<HTMLFormElement>(null);
  const action = useFormAddress();
  useEffect(() => {
    if (outcome) form.current?.querySelector<HTMLElement>("[aria-invalid], [role=alert]")?.focus();
  }, [outcome]);
  return (
    <>
      <h1>Join the waiting list</h1>
      <p className={classes.lead}>
        <strong>{otherLists.length === 0 ? onlyList?.title : event.name}</strong> is sold out. When there are
        enough places for your group and nobody before you takes them, we write to you and keep them for up to{" "}
        {offerHoursWords(event.config.waitingOfferHours)}.
      </p>
      <Form
        ref={form}
        method="post"
        action={action}
        preventScrollReset
        noValidate
        className={classes.form}
        aria-label="Waiting list"
      >
        {otherLists.length === 0 ? (
          <>
            <input type="hidden" name="ticketId" value={onlyList?.id} />
            <p className={classes.words}>
              Price: {onlyList && priceOf(onlyList)}. {tax}
            </p>
          </>
        ) : (
          <ListChoice page={page} outcome={outcome} tax={tax} />
        )}
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          required
          maxLength={200}
          defaultValue={outcome?.name}
          problem={outcome?.problems?.name}
        />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={outcome?.email}
          problem={outcome?.problems?.email}
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
            defaultValue={outcome?.places ?? "1"}
            problem={outcome?.problems?.places}
          />
        </div>
        <p className={classes.words}>
          You get all of them together or none. A smaller group often gets an offer sooner.
        </p>
        {outcome?.msg !== undefined && (
          <p role="alert" className="fieldProblem" tabIndex={-1}>
            {outcome.msg}
          </p>
        )}
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? "One moment…" : "Join the waiting list"}
        </button>
      </Form>
    </>
  );
}

function ListChoice({
  page,
  outcome,
  tax,
}: {
  page: JoinPage;
  outcome: JoinListOutcome | undefined;
  tax: string | null;
}) {
  const chosenIds = outcome?.ticketIds ?? [page.ticketId];
  const problem = outcome?.problems?.tickets;
  return (
    <fieldset className={fields.options} aria-describedby={problem && "tickets-problem"}>
      <legend>Which tickets would you take?</legend>
      {page.openLists.map((ticket) => (
        <label key={ticket.id} className={fields.option}>
          <input
            type="checkbox"
            name="ticketId"
            value={ticket.id}
            defaultChecked={chosenIds.includes(ticket.id)}
            aria-invalid={problem === undefined ? undefined : true}
          />
          <span>
            {ticket.title}, {priceOf(ticket)}
          </span>
        </label>
      ))}
      {problem !== undefined && (
        <p id="tickets-problem" className="fieldProblem">
          {problem}
        </p>
      )}
      <p className={classes.words}>
        {tax} Each ticket type has its own list: take the first offer that you like, and leave the other
        lists.
      </p>
    </fieldset>
  );
}

const priceOf = ({ price, currency }: Pick<Ticket, "price" | "currency">) =>
  price === 0 ? "Free" : formatMoney(price, currency);

function JoinedMessage({
  page: { event, openLists },
  sentTo,
  ticketIds,
}: {
  page: JoinPage;
  sentTo: string;
  ticketIds: readonly number[];
}) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  const joinedLists = openLists.filter(({ id }) => ticketIds.includes(id));
  const tax = taxWords(event, joinedLists);
  const hasSeveral = ticketIds.length > 1;
  return (
    <>
      <h1>You are on the waiting list</h1>
      <p ref={words} role="status" tabIndex={-1} className={classes.lead}>
        You need to do nothing else. We have written to <strong>{sentTo}</strong>: the link in{" "}
        {hasSeveral ? "each" : "that"} e-mail shows your place in line, and lets you leave the list.
      </p>
      {joinedLists.length > 0 && (
        <dl className={classes.facts}>
          {joinedLists.map((ticket) => (
            <Fragment key={ticket.id}>
              <dt>{ticket.title}</dt>
              <dd>{priceOf(ticket)}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      <p className={classes.words}>
        {tax} When places come free, we write to you and keep them for up to{" "}
        {offerHoursWords(event.config.waitingOfferHours)}.
      </p>
      <p className={classes.words}>
        The e-mail may take a minute; look in your spam folder, too. If you were on the list already, you keep
        your place.
      </p>
      <div className={classes.actions}>
        <Link className="button buttonQuiet" to={paths.event(event.slug)}>
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
