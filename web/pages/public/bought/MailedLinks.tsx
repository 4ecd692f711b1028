/** The answer does not tell whether the address has tickets. Works without scripts. */
import { type ReactNode, useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { useFormAddress } from "../../../lib/formAddress.ts";
import { TextField } from "../../../ui/TextField.tsx";
import type { TicketLinksOutcome } from "../event/mailTicketLinks.ts";
import classes from "./MailedLinks.module.css";

interface MailedLinksProps {
  outcome: TicketLinksOutcome | undefined;
  children: ReactNode;
  /** Shown after the mail was requested. */
  afterwards?: string;
  /** The path of this page. */
  again: string;
}

export function MailedLinks({ outcome, children, afterwards, again }: MailedLinksProps) {
  return outcome?.sentTo === undefined ? (
    <AddressForm outcome={outcome}>{children}</AddressForm>
  ) : (
    <SentMessage sentTo={outcome.sentTo} afterwards={afterwards} again={again} />
  );
}

function AddressForm({ outcome, children }: Pick<MailedLinksProps, "outcome" | "children">) {
  const isBusy = useNavigation().state === "submitting";
  const form = useRef<HTMLFormElement>(null);
  const action = useFormAddress();

  useEffect(() => {
    if (outcome) form.current?.querySelector<HTMLElement>("[aria-invalid], [role=alert]")?.focus();
  }, [outcome]);

  return (
    <>
      <p className={classes.words}>{children}</p>
      <Form
        ref={form}
        method="post"
        action={action}
        preventScrollReset
        noValidate
        className={classes.form}
        aria-label="Find tickets"
      >
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={outcome?.email}
          problem={outcome?.problem}
        />
        {outcome?.msg !== undefined && (
          <p role="alert" className="fieldProblem" tabIndex={-1}>
            {outcome.msg}
          </p>
        )}
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? "Sending…" : "Mail me my tickets"}
        </button>
      </Form>
    </>
  );
}

function SentMessage({
  sentTo,
  afterwards,
  again,
}: Pick<MailedLinksProps, "afterwards" | "again"> & { sentTo: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <>
      <p ref={words} role="status" tabIndex={-1} className={classes.answer}>
        If there are tickets for <strong>{sentTo}</strong>, we have mailed them.
        {afterwards !== undefined && ` ${afterwards}`}
      </p>
      <p className={classes.words}>
        It may take a minute; look in your spam folder, too. If no mail comes, the tickets were bought with
        another address, or the mail was requested too often within the hour.
      </p>
      <p className={classes.words}>
        <Link className="button buttonQuiet" to={again}>
          Try another address
        </Link>
      </p>
    </>
  );
}
