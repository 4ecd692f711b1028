/** /event/{eventId}/extras. */
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import type { Extras } from "../../../../contract/shapes/extras.ts";
import type { ExtrasStock } from "../../../../contract/shapes/stock.ts";
import { useActsInTurn } from "../../../act/useActsInTurn.ts";
import { api } from "../../../api/browser.ts";
import { apiFrom } from "../../../api/context.ts";
import { Entry } from "../list/Entry.tsx";
import { EntryList } from "../list/EntryList.tsx";
import { PartRemoval } from "../list/PartRemoval.tsx";
import { PartsPage } from "../list/PartsPage.tsx";
import { StockBar } from "../list/StockBar.tsx";
import { useListPanel } from "../list/useListPanel.tsx";
import { loadStaffEvent } from "../staffEvent.ts";
import { ExtrasForm } from "./ExtrasForm.tsx";

interface ExtrasLine {
  extra: Extras;
  stock: ExtrasStock;
}

export async function loader(args: LoaderFunctionArgs) {
  const event = await loadStaffEvent(args);
  const options = { signal: args.request.signal };
  const client = apiFrom(args.context);
  const [extrasList, stock, taxRates] = await Promise.all([
    client.get("event/getExtras", { eventId: event.id }, options),
    client.get("event/getStock", { eventId: event.id }, options),
    client.get("taxRate/getByClubId", { clubId: event.clubId }, options),
  ]);
  const stockOf = new Map(stock.extras.map((entry) => [entry.extrasId, entry]));
  // An extra that was added between the two replies has no stock yet.
  const lines = extrasList.map((extra) => ({
    extra,
    stock: stockOf.get(extra.id) ?? { extrasId: extra.id, sold: 0, held: 0, left: extra.currentStock },
  }));
  return { event, lines, taxRates };
}

export function Component() {
  const { event, lines, taxRates } = useLoaderData<typeof loader>();
  const act = useActsInTurn();
  const panel = useListPanel<ExtrasLine>({
    nameOf: ({ extra }) => extra.name,
    form: (edited, onSaved) => (
      <ExtrasForm
        event={event}
        extras={edited?.extra ?? null}
        taxRates={taxRates}
        taken={edited === null ? 0 : edited.stock.sold + edited.stock.held}
        onSaved={onSaved}
      />
    ),
    removal: ({ extra, stock }, props) => (
      <PartRemoval
        kind="extra"
        name={extra.name}
        {...stock}
        remove={() =>
          api.post("event/removeExtras", { extrasId: extra.id, eventId: event.id }, { suppressFailure: true })
        }
        {...props}
      />
    ),
  });
  return (
    <PartsPage
      event={event}
      title="Extras"
      lead="Things to buy with a ticket, such as dinner, parking or a shirt."
      panel={panel}
      waysToAdd={[{ label: "Add an extra", title: "New extra" }]}
      isEmpty={lines.length === 0}
      empty={{
        title: "No extras yet",
        words: "Extras are offered during registration, and afterwards to everybody who has registered.",
      }}
    >
      <EntryList label="Extras">
        {lines.map((line) => (
          <Entry
            key={line.extra.id}
            name={line.extra.name}
            price={line.extra.price === 0 ? "Free" : formatMoney(line.extra.price, line.extra.currency)}
            description={line.extra.description}
            badge={line.stock.left === 0 && line.extra.isActive ? { text: "Sold out", isGood: false } : null}
            isActive={line.extra.isActive}
            activeLabel={`Sell ${line.extra.name}`}
            onActive={(isActive) =>
              void act(() =>
                api.post("event/saveExtras", {
                  newExtras: { id: line.extra.id, eventId: event.id, isActive },
                }),
              )
            }
            onEdit={() => panel.edit(line)}
            onRemove={() => panel.remove(line)}
          >
            {line.extra.content.length > 0 && (
              <p>{line.extra.content.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ")}</p>
            )}
            <StockBar {...line.stock} />
          </Entry>
        ))}
      </EntryList>
    </PartsPage>
  );
}
