/** /event/{eventId}/extras: what is sold beside admission. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { formatMoney } from "../../../../contract/rules/money.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Extras } from "../../../../contract/shapes/extras.ts";
import type { ExtrasStock } from "../../../../contract/shapes/stock.ts";
import { useActsInTurn } from "../../../act/useActsInTurn.ts";
import { api } from "../../../api/browser.ts";
import { apiFrom } from "../../../api/context.ts";
import { EmptyState } from "../../../ui/lists/EmptyState.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { Entry } from "../list/Entry.tsx";
import { EntryList } from "../list/EntryList.tsx";
import { PartRemoval } from "../list/PartRemoval.tsx";
import { StockBar } from "../list/StockBar.tsx";
import { loadStaffEvent } from "../staffEvent.ts";
import { ExtrasForm } from "./ExtrasForm.tsx";

interface ExtrasLine {
  extras: Extras;
  stock: ExtrasStock;
}

interface ExtrasPage {
  event: Event;
  lines: ExtrasLine[];
}

export async function loader(args: LoaderFunctionArgs): Promise<ExtrasPage> {
  const event = await loadStaffEvent(args);
  const options = { signal: args.request.signal };
  const client = apiFrom(args.context);
  const [all, stock] = await Promise.all([
    client.get("event/getExtras", { eventId: event.id }, options),
    client.get("event/getStock", { eventId: event.id }, options),
  ]);
  const stockOf = new Map(stock.extras.map((one) => [one.extrasId, one]));
  const lines = all.map((extras) => ({
    extras,
    stock: stockOf.get(extras.id) ?? { extrasId: extras.id, sold: 0, held: 0, left: extras.currentStock },
  }));
  return { event, lines };
}

export function Component() {
  return <ExtrasView {...useLoaderData<typeof loader>()} />;
}

function ExtrasView({ event, lines }: ExtrasPage) {
  const { revalidate } = useRevalidator();
  const act = useActsInTurn();
  const [edited, setEdited] = useState<ExtrasLine | "new" | null>(null);
  const [removed, setRemoved] = useState<ExtrasLine | null>(null);
  const line = edited === "new" ? null : edited;
  const addButton = <Button onClick={() => setEdited("new")}>Add an extra</Button>;
  return (
    <StaffPage
      title="Extras"
      lead="What can be bought beside a ticket: dinner, parking, a shirt."
      event={event}
      actions={lines.length > 0 && addButton}
    >
      {lines.length === 0 ? (
        <EmptyState title="No extras yet" action={addButton}>
          Extras are offered while somebody registers, and later to those who have.
        </EmptyState>
      ) : (
        <EntryList label="Extras">
          {lines.map((one) => (
            <Entry
              key={one.extras.id}
              name={one.extras.name}
              price={one.extras.price === 0 ? "Free" : formatMoney(one.extras.price, one.extras.currency)}
              description={one.extras.description}
              badge={one.stock.left === 0 && one.extras.isActive ? { text: "Sold out", isGood: false } : null}
              isActive={one.extras.isActive}
              activeLabel={`Sell ${one.extras.name}`}
              onActive={(isActive) =>
                void act(() =>
                  api.post("event/saveExtras", {
                    newExtras: { id: one.extras.id, eventId: event.id, isActive },
                  }),
                )
              }
              onEdit={() => setEdited(one)}
              onRemove={() => setRemoved(one)}
            >
              {one.extras.content.length > 0 && (
                <p>{one.extras.content.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ")}</p>
              )}
              <StockBar {...one.stock} />
            </Entry>
          ))}
        </EntryList>
      )}
      <Panel
        isOpen={edited !== null}
        title={line?.extras.name ?? "New extra"}
        onClose={() => setEdited(null)}
      >
        <ExtrasForm
          event={event}
          extras={line?.extras ?? null}
          taken={line === null ? 0 : line.stock.sold + line.stock.held}
          onSaved={async () => {
            setEdited(null);
            await revalidate();
          }}
        />
      </Panel>
      {removed !== null && (
        <PartRemoval
          kind="extra"
          name={removed.extras.name}
          {...removed.stock}
          onRemove={async () => {
            const what = { extrasId: removed.extras.id, eventId: event.id };
            await api.post("event/removeExtras", what, { suppressFailure: true });
            setRemoved(null);
            await revalidate();
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </StaffPage>
  );
}
