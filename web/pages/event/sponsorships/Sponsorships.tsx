/** /event/{eventId}/sponsorships. */
import { NativeSelect } from "@mantine/core";
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import type { PayloadOf } from "../../../../contract/all.ts";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import { apiFrom } from "../../../api/context.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/lists/EmptyState.tsx";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { loadStaffEvent } from "../staffEvent.ts";
import classes from "./Sponsorships.module.css";
import { SponsorshipTable } from "./SponsorshipTable.tsx";
import { filterIn, filterWords, sponsorshipCountText } from "./sponsorshipWords.ts";

export async function loader(args: LoaderFunctionArgs) {
  const event = await loadStaffEvent(args);
  const client = apiFrom(args.context);
  const options = { signal: args.request.signal };
  const filter = filterIn(new URL(args.request.url).searchParams);
  const [sponsorships, totals] = await Promise.all([
    client.get(
      "sponsorship/getSponsorshipsByEventId",
      { eventId: event.id, ...(filter !== "all" && { paymentStatus: filter }) },
      options,
    ),
    client.get("sponsorship/getTotals", { eventId: event.id }, options),
  ]);
  return { event, filter, sponsorships, totals };
}

export function Component() {
  const { event, filter, sponsorships, totals } = useLoaderData<typeof loader>();
  const [, setQuery] = useSearchParams();
  const isEmpty = sponsorships.length === 0;
  return (
    <StaffPage title="Sponsors" lead="Packages that were bought, and donations." event={event}>
      {isEmpty && filter === "all" ? (
        <EmptyState
          title="No sponsors yet"
          action={
            <Link className="touchLink" to={paths.eventPage(event.id, "sponsorship-packages")}>
              Sponsor packages
            </Link>
          }
        >
          Whoever buys a package or donates on {/* The page of a draft is not found. */}
          {event.isActive ? (
            <Link to={paths.pricing(event.slug)}>the page for sponsors</Link>
          ) : (
            "the page for sponsors"
          )}{" "}
          is listed here, with their message.
        </EmptyState>
      ) : (
        <>
          <Sums totals={totals} />
          <div className={classes.bar}>
            <NativeSelect
              label="Payment"
              value={filter}
              data={filterWords}
              onChange={({ currentTarget }) =>
                setQuery(currentTarget.value === "all" ? {} : { status: currentTarget.value }, {
                  replace: true,
                  preventScrollReset: true,
                })
              }
            />
            <p className={classes.shown}>
              {event.config.showSponsors
                ? "The event’s page shows sponsors who have paid and agreed to be shown."
                : "The event’s page does not show sponsors."}{" "}
              <Link to={paths.eventPage(event.id, "config")}>Settings</Link>
            </p>
          </div>
          {isEmpty ? (
            <EmptyState title="No sponsors found">Choose another payment above to see the others.</EmptyState>
          ) : (
            <SponsorshipTable event={event} sponsorships={sponsorships} />
          )}
        </>
      )}
    </StaffPage>
  );
}

function Sums({ totals }: { totals: PayloadOf<"sponsorship/getTotals"> }) {
  return (
    <div className={classes.sums}>
      {totals.map(({ currency, paid, pending, refunded }) => (
        <dl key={currency}>
          <Sum label="Paid" sum={paid} currency={currency} />
          <Sum label="Waiting for payment" sum={pending} currency={currency} />
          {refunded.count > 0 && <Sum label="Refunded" sum={refunded} currency={currency} />}
        </dl>
      ))}
    </div>
  );
}

interface SumProps {
  label: string;
  sum: { count: number; amount: number };
  currency: string;
}

function Sum({ label, sum, currency }: SumProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{formatMoney(sum.amount, currency)}</strong>
        <span>{sponsorshipCountText(sum.count)}</span>
      </dd>
    </div>
  );
}
