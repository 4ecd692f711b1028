/** /event/{eventId}/checkin: live figures and scans of an event's doors, and the links and devices that may scan. */
import { Button, Pagination } from "@mantine/core";
import { useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from "react-router";
import type { PayloadOf } from "../../../contract/all.ts";
import { formatMoney, needCents } from "../../../contract/rules/money/money.ts";
import type { DoorConflict, DoorFigures } from "../../../contract/shapes/door/doorStory.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import { apiFrom } from "../../api/context.ts";
import { clocksOf } from "../../event/eventTime.ts";
import { paths } from "../../paths.ts";
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

interface CheckinPage {
  event: Event;
  loaded: DoorFigures;
  conflicts: DoorConflict[];
  log: PayloadOf<"door/getScans">;
  doors: PayloadOf<"door/getLinks">;
}

const scansPerPage = 25;

export async function loader(args: LoaderFunctionArgs): Promise<CheckinPage> {
  const event = await loadStaffEvent(args);
  const wantedPage = Number(new URL(args.request.url).searchParams.get("page"));
  const page = Number.isSafeInteger(wantedPage) && wantedPage > 0 ? wantedPage : 1;
  const api = apiFrom(args.context);
  const { id: eventId } = event;
  const options = { signal: args.request.signal };
  const [loadedFigures, conflicts, log, doors] = await Promise.all([
    api.get("door/getFigures", { eventId }, options),
    api.get("door/getConflicts", { eventId }, options),
    api.get("door/getScans", { eventId, page, itemsPerPage: scansPerPage }, options),
    api.get("door/getLinks", { eventId }, options),
  ]);
  return { event, loaded: loadedFigures, conflicts, log, doors };
}

export function Component() {
  return <CheckinView {...useLoaderData<typeof loader>()} />;
}

function CheckinView({ event, loaded: loadedFigures, conflicts, log, doors }: CheckinPage) {
  const { revalidate } = useRevalidator();
  const [, setSearch] = useSearchParams();
  // The page may be in use (a list is read, a form is filled in), so it stays as it is. Only its data is fetched again.
  const [isFormOpen, setFormOpen] = useState(false);
  const { figures, state } = useDoorFigures({
    eventId: event.id,
    loaded: loadedFigures,
    onMoved: () => {
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
      <div>
        <dt>Sold at the door</dt>
        <dd>{sales.tickets.toLocaleString("en-US")}</dd>
      </div>
      {sales.extras > 0 && (
        <div>
          <dt>Extras</dt>
          <dd>{sales.extras.toLocaleString("en-US")}</dd>
        </div>
      )}
      <div>
        <dt>Cash</dt>
        <dd>{money(sales.cash)}</dd>
      </div>
      <div>
        <dt>Card terminal</dt>
        <dd>{money(sales.cardTerminal)}</dd>
      </div>
    </dl>
  );
}
