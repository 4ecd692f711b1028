/** The page `/find-tickets`. */

import { PageMeta } from "./PageMeta.tsx";
import "./pageHead.css";
import { useActionData } from "react-router";
import { paths } from "../../paths.ts";
import { MailedLinks } from "./bought/MailedLinks.tsx";
import { mailTicketLinks, type TicketLinksOutcome } from "./event/mailTicketLinks.ts";
import classes from "./FindTickets.module.css";

export const action = mailTicketLinks;

export function Component() {
  const outcome = useActionData<TicketLinksOutcome>();
  return (
    <section className={`container ${classes.page}`}>
      <PageMeta
        title="Find my tickets"
        description="Lost your tickets? Enter your e-mail address, and get one mail with the links to all of them."
        path={paths.findAllTickets()}
      />
      <h1>Find my tickets</h1>
      <MailedLinks outcome={outcome} again={paths.findAllTickets()}>
        Enter the e-mail address that you registered with. We mail you one list of your tickets for all
        upcoming events and for those of the last 12 months.
      </MailedLinks>
    </section>
  );
}
