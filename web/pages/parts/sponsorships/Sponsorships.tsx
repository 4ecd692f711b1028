/** /event/{eventId}/sponsorships: who supports the event, and what it comes to. */
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import type { PayloadOf } from "../../../../contract/all.ts";
import type { Event } from "../../../../contract/event.ts";
import { formatEventTime } from "../../../../contract/rules/eventTime.ts";
import { formatMoney, needCents } from "../../../../contract/rules/money.ts";
import type { Sponsorship } from "../../../../contract/sponsorship.ts";
import { apiFrom } from "../../../api/context.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { StaffTable } from "../../../ui/StaffTable.tsx";
import { loadStaffEvent } from "../../event/staffEvent.ts";
import classes from "./Sponsorships.module.css";

type Totals = PayloadOf<"sponsorship/getTotals">;

interface SponsorshipsPage {
  event: Event;
  sponsorships: Sponsorship[];
  totals: Totals;
}

/** Null when the session has ended: by then the user is on the way to signin. */
export async function loader(args: LoaderFunctionArgs): Promise<SponsorshipsPage | null> {
  const event = await loadStaffEvent(args);
  const client = apiFrom(args.context);
  const options = { signal: args.request.signal };
  const [sponsorships, totals] = await Promise.all([
    client.get("sponsorship/getSponsorshipsByEventId", { eventId: event.id }, options),
    client.get("sponsorship/getTotals", { eventId: event.id }, options),
  ]);
  return sponsorships === undefined || totals === undefined ? null : { event, sponsorships, totals };
}

export function Component() {
  const page = useLoaderData<typeof loader>();
  if (page === null) return null;
  const { event, sponsorships, totals } = page;
  const withCents = needCents(sponsorships.map(({ amount }) => amount));
  return (
    <StaffPage
      title="Sponsorships"
      lead="Packages that were bought, and donations. Only what is paid counts."
      event={event}
    >
      {sponsorships.length === 0 ? (
        <EmptyState
          title="No sponsorships yet"
          action={
            <Link className="lone" to={paths.eventPage(event.id, "sponsorship-packages")}>
              Sponsorship packages
            </Link>
          }
        >
          Who buys a package or donates is listed here, with what they want to say.
        </EmptyState>
      ) : (
        <>
          <Sums totals={totals} />
          <StaffTable<Sponsorship>
            label="Sponsorships"
            records={sponsorships}
            columns={[
              {
                accessor: "sponsor",
                title: "Sponsor",
                width: "13rem",
                render: (one) => <Sponsor of={one} />,
              },
              { accessor: "packageType", title: "Package", render: packageWords },
              {
                accessor: "amount",
                textAlign: "right",
                render: ({ amount, currency }) => formatMoney(amount, currency, withCents),
              },
              {
                accessor: "paymentStatus",
                title: "Payment",
                render: ({ paymentStatus }) => statusWords[paymentStatus],
              },
              {
                accessor: "createdAt",
                title: "When",
                noWrap: true,
                render: ({ createdAt }) => whenWords(createdAt, event.timeZone),
              },
            ]}
          />
        </>
      )}
    </StaffPage>
  );
}

function Sums({ totals }: { totals: Totals }) {
  return (
    <div className={classes.sums}>
      {totals.map(({ currency, paid, pending }) => (
        <dl key={currency}>
          <div>
            <dt>Paid</dt>
            <dd>
              <strong>{formatMoney(paid.amount, currency)}</strong>
              <span>{countWords(paid.count)}</span>
            </dd>
          </div>
          <div>
            <dt>Waiting for payment</dt>
            <dd>
              <strong>{formatMoney(pending.amount, currency)}</strong>
              <span>{countWords(pending.count)}</span>
            </dd>
          </div>
        </dl>
      ))}
    </div>
  );
}

function Sponsor({ of }: { of: Sponsorship }) {
  const { firstName, lastName, organization, email, phone, message } = of.sponsorData;
  const name = `${firstName} ${lastName}`.trim();
  return (
    <div className={classes.sponsor}>
      <strong>{organization === "" ? name : organization}</strong>
      {organization !== "" && <span>{name}</span>}
      {email !== "" && <a href={`mailto:${email}`}>{email}</a>}
      {phone !== "" && <span>{phone}</span>}
      {message !== "" && <q>{message}</q>}
    </div>
  );
}

const statusWords: Record<Sponsorship["paymentStatus"], string> = {
  pending: "Waiting",
  paid: "Paid",
  failed: "Failed",
  refunded: "Refunded",
  free: "Free",
};

function packageWords({ packageType }: Sponsorship): string {
  return packageType === "donation" ? "Donation" : packageType;
}

function countWords(count: number): string {
  return count === 1 ? "1 sponsorship" : `${count.toLocaleString("en-US")} sponsorships`;
}

function whenWords(createdAt: string, timeZone: string): string {
  return formatEventTime({ start: createdAt, end: null, timeZone, isAllDay: false, showEndTime: false }).text;
}
