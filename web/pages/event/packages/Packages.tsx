/** /event/{eventId}/sponsorship-packages: what a sponsor may buy. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { formatMoney } from "../../../../contract/rules/money.ts";
import { leftOf } from "../../../../contract/rules/packages.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { SponsorshipPackage } from "../../../../contract/shapes/sponsorshipPackage.ts";
import { useActsInTurn } from "../../../act/useActsInTurn.ts";
import { api } from "../../../api/browser.ts";
import { apiFrom } from "../../../api/context.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/lists/EmptyState.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { Entry } from "../list/Entry.tsx";
import { EntryList } from "../list/EntryList.tsx";
import { PartRemoval } from "../list/PartRemoval.tsx";
import { StockBar } from "../list/StockBar.tsx";
import { loadStaffEvent } from "../staffEvent.ts";
import { PackageForm } from "./PackageForm.tsx";
import classes from "./Packages.module.css";

interface PackagesPage {
  event: Event;
  packages: SponsorshipPackage[];
}

export async function loader(args: LoaderFunctionArgs): Promise<PackagesPage> {
  const event = await loadStaffEvent(args);
  const packages = await apiFrom(args.context).get(
    "sponsorship-package/getPackagesByEventId",
    { eventId: event.id },
    { signal: args.request.signal, withToken: true },
  );
  return { event, packages };
}

export function Component() {
  const { event, packages } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const act = useActsInTurn();
  const [edited, setEdited] = useState<SponsorshipPackage | "new" | null>(null);
  const [removed, setRemoved] = useState<SponsorshipPackage | null>(null);
  const addButton = <Button onClick={() => setEdited("new")}>Add a package</Button>;
  return (
    <StaffPage
      title="Sponsorship packages"
      lead="What you offer to those who support this event."
      event={event}
      actions={packages.length > 0 && addButton}
    >
      {packages.length > 0 && event.isActive && (
        <p className={classes.where}>
          Sponsors choose and pay on <Link to={paths.pricing(event.slug)}>the event’s page for sponsors</Link>
          , which its own page leads to.
        </p>
      )}
      {packages.length === 0 ? (
        <EmptyState title="No packages yet" action={addButton}>
          With a package a sponsor sees what their money brings them; without one they can still donate.
        </EmptyState>
      ) : (
        <EntryList label="Sponsorship packages">
          {packages.map((one) => (
            <Entry
              key={one.id}
              name={one.name}
              price={formatMoney(one.price, one.currency)}
              description={one.description}
              badge={one.isActive && leftOf(one) === 0 ? { text: soldOutWords(one), isGood: false } : null}
              isActive={one.isActive}
              activeLabel={`Offer ${one.name}`}
              onActive={(isActive) =>
                void act(() => api.post("sponsorship-package/updateStatus", { packageId: one.id, isActive }))
              }
              onEdit={() => setEdited(one)}
              onRemove={() => setRemoved(one)}
            >
              {one.features.length > 0 && <Features features={one.features} />}
              <StockBar sold={one.soldCount} held={one.heldCount} left={leftOf(one)} />
            </Entry>
          ))}
        </EntryList>
      )}
      <Panel
        isOpen={edited !== null}
        title={edited === null || edited === "new" ? "New package" : edited.name}
        onClose={() => setEdited(null)}
      >
        <PackageForm
          event={event}
          edited={edited === "new" ? null : edited}
          onSaved={async () => {
            setEdited(null);
            await revalidate();
          }}
        />
      </Panel>
      {removed !== null && (
        <PartRemoval
          kind="package"
          name={removed.name}
          sold={removed.soldCount}
          held={removed.heldCount}
          onRemove={async () => {
            const what = { packageId: removed.id };
            await api.delete("sponsorship-package/deletePackage", what, { suppressFailure: true });
            setRemoved(null);
            await revalidate();
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </StaffPage>
  );
}

function Features({ features }: Pick<SponsorshipPackage, "features">) {
  return (
    <ul className={classes.features}>
      {features.map(({ text, included }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same.
        <li key={index} data-included={included || undefined}>
          <span className="visuallyHidden">{included ? "Included: " : "Not included: "}</span>
          {text}
        </li>
      ))}
    </ul>
  );
}

/** What is held is sold a few minutes later, or back. */
function soldOutWords({ heldCount }: SponsorshipPackage): string {
  return heldCount > 0 ? "None left for now" : "Sold out";
}
