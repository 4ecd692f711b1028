/** /event/{eventId}/sponsorship-packages. */

import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import { leftOfPackage } from "../../../../contract/rules/packages.ts";
import type { SponsorshipPackage } from "../../../../contract/shapes/sponsorshipPackage.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { useActsInTurn } from "../../../act/useActsInTurn.ts";
import { api } from "../../../api/browser.ts";
import { apiFrom } from "../../../api/context.ts";
import { paths } from "../../../paths.ts";
import { FeatureList } from "../../../ui/FeatureList.tsx";
import { Entry } from "../list/Entry.tsx";
import { EntryList } from "../list/EntryList.tsx";
import { PartRemoval } from "../list/PartRemoval.tsx";
import { PartsPage } from "../list/PartsPage.tsx";
import { StockBar } from "../list/StockBar.tsx";
import { useListPanel } from "../list/useListPanel.tsx";
import { loadStaffEvent } from "../staffEvent.ts";
import { PackageForm } from "./PackageForm.tsx";
import classes from "./Packages.module.css";

export async function loader(args: LoaderFunctionArgs) {
  const event = await loadStaffEvent(args);
  const options = { signal: args.request.signal, withToken: true };
  const client = apiFrom(args.context);
  const [packages, taxRates, tickets] = await Promise.all([
    client.get("sponsorship-package/getPackagesByEventId", { eventId: event.id }, options),
    client.get("taxRate/getByClubId", { clubId: event.clubId }, options),
    client.get("ticket/getTicketsByEventId", { eventId: event.id }, options),
  ]);
  return { event, packages, taxRates, tickets };
}

export function Component() {
  const { event, packages, taxRates, tickets } = useLoaderData<typeof loader>();
  const act = useActsInTurn();
  const panel = useListPanel<SponsorshipPackage>({
    nameOf: ({ name }) => name,
    form: (edited, onSaved) => (
      <PackageForm event={event} tickets={tickets} edited={edited} taxRates={taxRates} onSaved={onSaved} />
    ),
    removal: ({ id, name, soldCount, heldCount }, props) => (
      <PartRemoval
        kind="package"
        name={name}
        sold={soldCount}
        held={heldCount}
        remove={() =>
          api.delete("sponsorship-package/deletePackage", { packageId: id }, { suppressFailure: true })
        }
        {...props}
      />
    ),
  });
  return (
    <PartsPage
      event={event}
      title="Sponsor packages"
      lead="Packages that sponsors of this event can buy."
      panel={panel}
      waysToAdd={[{ label: "Add a package", title: "New package" }]}
      isEmpty={packages.length === 0}
      empty={{
        title: "No packages yet",
        words:
          "Packages show sponsors what they get for their money. Without packages they can still donate.",
      }}
    >
      {event.isActive && (
        <p className={classes.where}>
          Sponsors choose and pay on <Link to={paths.pricing(event.slug)}>the page for sponsors</Link>, which
          is linked on the event page.
        </p>
      )}
      <EntryList label="Sponsor packages">
        {packages.map((sponsorPackage) => (
          <Entry
            key={sponsorPackage.id}
            name={sponsorPackage.name}
            price={formatMoney(sponsorPackage.price, sponsorPackage.currency)}
            description={sponsorPackage.description}
            badge={
              sponsorPackage.isActive && leftOfPackage(sponsorPackage) === 0
                ? { text: soldOutWords(sponsorPackage), isGood: false }
                : null
            }
            isActive={sponsorPackage.isActive}
            activeLabel={`Offer ${sponsorPackage.name}`}
            onActive={(isActive) =>
              void act(() =>
                api.post("sponsorship-package/updateStatus", { packageId: sponsorPackage.id, isActive }),
              )
            }
            onEdit={() => panel.edit(sponsorPackage)}
            onRemove={() => panel.remove(sponsorPackage)}
          >
            {sponsorPackage.tickets != null && (
              <p className={classes.where}>{ticketWords(sponsorPackage.tickets, tickets)}</p>
            )}
            {sponsorPackage.features.length > 0 && (
              <FeatureList features={sponsorPackage.features} className={classes.features} />
            )}
            <StockBar
              sold={sponsorPackage.soldCount}
              held={sponsorPackage.heldCount}
              left={leftOfPackage(sponsorPackage)}
            />
          </Entry>
        ))}
      </EntryList>
    </PartsPage>
  );
}

function ticketWords(
  { ticketId, quantity }: NonNullable<SponsorshipPackage["tickets"]>,
  tickets: readonly Ticket[],
): string {
  const title = tickets.find(({ id }) => id === ticketId)?.title ?? "a ticket";
  return `Contains ${quantity.toLocaleString("en-US")} × ${title}`;
}

/** A held package may be released again. */
function soldOutWords({ heldCount }: SponsorshipPackage): string {
  return heldCount > 0 ? "None left for now" : "Sold out";
}
