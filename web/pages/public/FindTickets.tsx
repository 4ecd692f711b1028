/**
 * `/{slug}/find-tickets`: for somebody whose mail is lost. The links go to the address that was typed and to no other,
 * and the page says the same of every address. A plain form: it works before and without any script.
 */
import { useEffect, useRef } from "react";
import {
  Form,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { useOrigin } from "../../shell/origin.ts";
import { Meta } from "../../ui/Meta.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { leaveFormerAddress } from "./event/formerAddress.ts";
import { type Asked, mailTicketLinks } from "./event/mailTicketLinks.ts";
import classes from "./FindTickets.module.css";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const slug = params.slug ?? "";
  const event = await apiFrom(context).get(
    "event/getEventBySlug",
    { slug },
    { signal: request.signal, suppressToasts: true },
  );
  leaveFormerAddress(event, slug, request);
  return { name: event.name, slug: event.slug, bannerUrl: event.bannerUrl };
}

export const action = mailTicketLinks;

export function Component() {
  const { name, slug, bannerUrl } = useLoaderData<typeof loader>();
  const asked = useActionData<Asked>();
  const origin = useOrigin();
  return (
    <section className={`container ${classes.page}`}>
      <Meta
        title={`Find your tickets for ${name}`}
        description={`Tickets for ${name} that are nowhere to be found: have the links to them mailed again.`}
        url={origin + paths.findTickets(slug)}
        image={`${origin}${bannerUrl}?w=1280`}
      />
      <p className={classes.event}>
        <Link className="lone" to={paths.event(slug)}>
          {name}
        </Link>
      </p>
      <h1>Where are my tickets?</h1>
      {asked?.sentTo === undefined ? (
        <Question asked={asked} />
      ) : (
        <Answer sentTo={asked.sentTo} slug={slug} />
      )}
    </section>
  );
}

function Question({ asked }: { asked: Asked | undefined }) {
  const busy = useNavigation().state === "submitting";
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (asked) form.current?.querySelector<HTMLElement>("[aria-invalid], [role=alert]")?.focus();
  }, [asked]);

  return (
    <>
      <p className={classes.words}>
        Type the e-mail address that they were bought or registered with. We mail the links to your tickets
        there again.
      </p>
      <Form ref={form} method="post" preventScrollReset className={classes.form} aria-label="Find tickets">
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={asked?.email}
          problem={asked?.problem}
        />
        {asked?.msg !== undefined && (
          <p role="alert" className="fieldProblem" tabIndex={-1}>
            {asked.msg}
          </p>
        )}
        <button type="submit" className="button" disabled={busy}>
          {busy ? "Sending…" : "Mail me my tickets"}
        </button>
      </Form>
    </>
  );
}

function Answer({ sentTo, slug }: { sentTo: string; slug: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <>
      <p ref={words} role="status" tabIndex={-1} className={classes.answer}>
        If there are tickets for <strong>{sentTo}</strong>, we have mailed them.
      </p>
      <p className={classes.words}>
        It may take a minute; look into the folder for unwanted mail too. If nothing comes, they were bought
        with another address, or the mail was asked for several times within the hour.
      </p>
      <p className={classes.words}>
        <Link className="button buttonQuiet" to={paths.findTickets(slug)}>
          Try another address
        </Link>
      </p>
    </>
  );
}
