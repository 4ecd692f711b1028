import { Button, Pagination } from "@mantine/core";
import { useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from "react-router";
import { formatMoney, needCents } from "../../../contract/rules/money/money.ts";
import type { DoorFigures } from "../../../contract/shapes/door/doorStory.ts";
import { apiFrom } from "../../api/context.ts";
import { clocksOf } from "../../event/eventTime.ts";
import { positiveInteger } from "../../lib/positiveInteger.ts";
import { paths } from "../../paths.ts";
import { Fact } from "../../ui/Fact.tsx";
import { LiveBadge } from "../../ui/LiveBadge.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { loadStaffEvent } from "../event/staffEvent.ts";
import classes from "./Checkin.module.css";
import { DoorSign } from "./DoorSign.tsx";
import { ArrivalCount, ArrivalsByGate, ArrivalsByQuarter } from "./figures/Arrivals.tsx";
import { Conflicts } from "./figures/Conflicts.tsx";
import { ScanLog } from "./figures/ScanLog.tsx";
import { useDoorFigures } from "./figures/useDoorFigures.ts";
import { Links } from "./links/Links.tsx";

const scansPerPage = 25;

export async function loader(args: LoaderFunctionArgs) {
  const event = await loadStaffEvent(args);
  const page = positiveInteger(new URL(args.request.url).searchParams.get("page")) ?? 1;
  const api = apiFrom(args.context);
  const { id: eventId } = event;
  const options = { signal: args.request.signal };
  const [loadedFigures, conflicts, log, doors] = await Promise.all([
    api.get("door/getFigures", { eventId }, options),
    api.get("door/getConflicts", { eventId }, options),
    api.get("door/getScans", { eventId, page, itemsPerPage: scansPerPage }, options),
    api.get("door/getLinks", { eventId }, options),
  ]);
  return { event, loadedFigures, conflicts, log, doors };
}

export function Component() {
  const { event, loadedFigures, conflicts, log, doors } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const [, setSearch] = useSearchParams();
  // While a form is open, the lists are not fetched again, so that the form stays as it is.
  const [isFormOpen, setFormOpen] = useState(false);
  const { figures, state } = useDoorFigures({
    eventId: event.id,
    loaded: loadedFigures,
    onListsOutdated: () => {
      if (!isFormOpen) void revalidate();
    },
  });
  const pages = Math.ceil(log.totalItems / scansPerPage);
  return (
    <StaffPage title="Check-in" event={event} actions={<LiveBadge state={state} />}>
      <div className={classes.parts}>
        <div className={classes.top}>
          <ArrivalCount figures={figures} />
          <div className={classes.side}>
            <Button
              component={Link}
              to={paths.eventScan(event.id)}
              state={{ eventName: event.name }}
              size="xl"
              leftSection={<DoorSign name="camera" />}
              classNames={{ root: classes.scan, label: classes.scanLabel }}
            >
              Scan tickets on this device
            </Button>
            {figures.sales !== null && <Sales sales={figures.sales} />}
          </div>
        </div>
        {conflicts.length > 0 && <Conflicts conflicts={conflicts} event={event} />}
        <div className={classes.charts}>
          <ArrivalsByQuarter figures={figures} clocks={clocksOf(event)} />
          <ArrivalsByGate figures={figures} />
        </div>
        <Links event={event} access={doors} onFormOpen={setFormOpen} onChanged={() => void revalidate()} />
        <ScanLog scans={log.items} clocks={clocksOf(event)}>
          {pages > 1 && (
            <nav aria-label="Pages of scans">
              <Pagination
                total={Math.max(pages, log.page)}
                value={log.page}
                onChange={(page) => setSearch({ page: String(page) }, { preventScrollReset: true })}
                siblings={0}
                getControlProps={(control) => ({ "aria-label": `${control} page` })}
                getItemProps={(page) => ({ "aria-label": `Page ${page}` })}
              />
            </nav>
          )}
        </ScanLog>
      </div>
    </StaffPage>
  );
}

function Sales({ sales }: { sales: NonNullable<DoorFigures["sales"]> }) {
  const withCents = needCents([sales.cash, sales.cardTerminal], sales.currency);
  const money = (amount: number) => formatMoney(amount, sales.currency, withCents);
  return (
    <dl className={classes.sales} aria-label="Sold at the door">
      <Fact name="Sold at the door">{sales.tickets.toLocaleString("en-US")}</Fact>
      {sales.extras > 0 && <Fact name="Extras">{sales.extras.toLocaleString("en-US")}</Fact>}
      <Fact name="Cash">{money(sales.cash)}</Fact>
      <Fact name="Card terminal">{money(sales.cardTerminal)}</Fact>
    </dl>
  );
}
