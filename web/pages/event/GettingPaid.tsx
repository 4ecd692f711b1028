/** /event/{eventId}/getting-paid. */
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { StaffPage } from "../../ui/StaffPage.tsx";
import classes from "./GettingPaid.module.css";
import { loadStaffEvent } from "./staffEvent.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { signal } = args.request;
  const [event, info] = await Promise.all([
    loadStaffEvent(args),
    apiFrom(args.context).get("info", undefined, { signal }),
  ]);
  return { event, provider: info.provider, supportPhone: info.supportPhone };
}

export function Component() {
  const { event, provider, supportPhone } = useLoaderData<typeof loader>();
  return (
    <StaffPage title="Getting paid" event={event} lead="How the money of this event reaches your club.">
      <div className={classes.ways}>
        <section>
          <h2>By card, on the web</h2>
          <p>
            {provider === "stripe" ? (
              <>
                Stripe takes the payments and keeps a fee. The money arrives in the Stripe account of the
                operator of this site, who pays it out to your club. Before you sell, agree with the operator
                on the bank account and the day of payment{supportPhone === null ? "." : `: ${supportPhone}.`}
              </>
            ) : (
              <>
                This site has test payments: no money moves. Ask its operator to connect Stripe before you
                sell tickets.
              </>
            )}
          </p>
        </section>
        <section>
          <h2>At the door</h2>
          <p>
            Cash, and payments on your own card terminal, come directly to you. Check-in counts them for each
            device. <Link to={paths.eventPage(event.id, "checkin")}>Go to Check-in</Link>
          </p>
        </section>
        <section>
          <h2>By bank transfer, cheque or cash to you</h2>
          <p>
            The money comes straight to your club. Add the person by hand, or mark their order as paid when
            the money has arrived. <Link to={paths.eventPage(event.id, "attendees")}>Go to Attendees</Link>
            <Link to={paths.eventPage(event.id, "orders")}>Go to Orders</Link>
          </p>
        </section>
        <section>
          <h2>Refunds</h2>
          <p>
            You refund in the order. A card payment is refunded to the same card, from the same Stripe
            account. You pay cash and bank transfers back yourself.{" "}
            <Link to={paths.eventPage(event.id, "orders")}>Go to Orders</Link>
          </p>
        </section>
        <section>
          <h2>How much you get</h2>
          <p>
            The final accounts show what came in by each way of payment, what was refunded, and the fees.{" "}
            <Link to={paths.eventPage(event.id, "final-accounts")}>Go to Final accounts</Link>
          </p>
        </section>
      </div>
    </StaffPage>
  );
}
