/** /event/{eventId}/promo-codes. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { promoCodeKey } from "../../../../contract/rules/money/promoCode.ts";
import type { PromoCode } from "../../../../contract/shapes/promoCode.ts";
import { apiFrom } from "../../../api/context.ts";
import { saveFile } from "../../../lib/saveFile.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/lists/EmptyState.tsx";
import { ListPages } from "../../../ui/lists/ListPages.tsx";
import { SearchField } from "../../../ui/lists/SearchField.tsx";
import { PartsPage } from "../list/PartsPage.tsx";
import { type AddButton, useListPanel } from "../list/useListPanel.tsx";
import { loadStaffEvent } from "../staffEvent.ts";
import { PromoCodeForm } from "./PromoCodeForm.tsx";
import { PromoCodeList } from "./PromoCodeList.tsx";
import { PromoCodeRemoval } from "./PromoCodeRemoval.tsx";
import classes from "./PromoCodes.module.css";
import { promoCodesCsv } from "./promoCodesCsv.ts";

export async function loader(args: LoaderFunctionArgs) {
  const event = await loadStaffEvent(args);
  const options = { signal: args.request.signal, withToken: true };
  const client = apiFrom(args.context);
  const [codes, tickets] = await Promise.all([
    client.get("promoCode/getByEventId", { eventId: event.id }, options),
    client.get("ticket/getTicketsByEventId", { eventId: event.id }, options),
  ]);
  // Newest first: usually staff look for the code just created.
  return { event, codes: [...codes].reverse(), tickets };
}

const codesPerPage = 20;

const addMany: AddButton = { label: "Create many codes", title: "Many new codes" };
const addOne: AddButton = { label: "Add a code", title: "New promo code" };

export function Component() {
  const { event, codes, tickets } = useLoaderData<typeof loader>();
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const foundCodes = codes.filter(({ code }) => promoCodeKey(code).includes(promoCodeKey(search)));
  const totalPages = Math.ceil(foundCodes.length / codesPerPage);
  const shownPage = Math.max(1, Math.min(page, totalPages));
  const shownCodes = foundCodes.slice((shownPage - 1) * codesPerPage, shownPage * codesPerPage);
  const panel = useListPanel<PromoCode>({
    nameOf: ({ code }) => code,
    form: (edited, onSaved, way) => (
      <PromoCodeForm
        event={event}
        tickets={tickets}
        howMany={way === addMany ? "many" : "one"}
        edited={edited}
        onSaved={onSaved}
      />
    ),
    removal: (code, props) => <PromoCodeRemoval code={code} {...props} />,
  });

  function download(): void {
    const text = promoCodesCsv({
      codes,
      tickets,
      currency: event.currency,
      linkTo: (code) => new URL(paths.event(event.slug, code), location.origin).href,
      now: new Date(),
    });
    saveFile(new Blob([text], { type: "text/csv" }), `promo-codes-${event.slug}.csv`);
  }

  return (
    <PartsPage
      event={event}
      title="Promo codes"
      lead="Buyers enter the code when they choose tickets, or open a link that contains it."
      panel={panel}
      waysToAdd={tickets.length > 0 ? [addMany, addOne] : []}
      isEmpty={codes.length === 0}
      empty={
        tickets.length > 0
          ? {
              title: "No promo codes yet",
              words: "A code gives a discount, or shows hidden tickets to the people who have it.",
            }
          : {
              title: "No tickets yet",
              words: "A promo code gives a discount or shows hidden tickets. Add a ticket first.",
              instead: (
                <Button component={Link} to={paths.eventPage(event.id, "tickets")}>
                  Go to the tickets
                </Button>
              ),
            }
      }
    >
      <div className={classes.bar}>
        <SearchField
          className={classes.search}
          shownSearch={search}
          placeholder="Part of a code"
          onChange={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
        <p role="status">{countWords(foundCodes.length, codes.length)}</p>
        <Button variant="default" onClick={download}>
          Download all as .csv
        </Button>
      </div>
      {foundCodes.length === 0 && (
        <EmptyState
          title="No code found"
          action={
            <Button variant="default" onClick={() => setSearch("")}>
              Show all codes
            </Button>
          }
        >
          No code has “{search.trim()}” in it. A part of the code is enough.
        </EmptyState>
      )}
      <PromoCodeList event={event} tickets={tickets} codes={shownCodes} panel={panel} />
      <ListPages page={shownPage} totalPages={totalPages} onChange={setPage} />
    </PartsPage>
  );
}

function countWords(foundCount: number, totalCount: number): string {
  const total = totalCount === 1 ? "1 code" : `${totalCount.toLocaleString("en-US")} codes`;
  return foundCount === totalCount ? total : `${foundCount.toLocaleString("en-US")} of ${total}`;
}
