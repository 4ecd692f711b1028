/** A signature is refused if the money or the signatures are not those that this page last loaded. */
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { closingSums } from "../../../contract/rules/closing/closingSums.ts";
import { closingTables } from "../../../contract/rules/closing/closingTables.ts";
import { eventEnd } from "../../../contract/rules/sales.ts";
import { apiFrom } from "../../api/context.ts";
import { clocksOf } from "../../event/eventTime.ts";
import frame from "../../ui/Figures.module.css";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { loadStaffEvent } from "../event/staffEvent.ts";
import { Changes } from "./Changes.tsx";
import classes from "./Closing.module.css";
import { moneyIn } from "./closingMoney.ts";
import { Differences } from "./Differences.tsx";
import { Downloads } from "./Downloads.tsx";
import { FigureTable } from "./FigureTable.tsx";
import { UnsettledList } from "./OpenList.tsx";
import { Signatures } from "./Signatures.tsx";
import { SignForm } from "./SignForm.tsx";

/** Without -0, which would be shown with a minus. */
const negative = (amount: number) => (amount === 0 ? 0 : -amount);

export async function loader(args: LoaderFunctionArgs) {
  const event = await loadStaffEvent(args);
  const { signal } = args.request;
  const closing = await apiFrom(args.context).get("event/getClosing", { eventId: event.id }, { signal });
  return { event, closing };
}

export function Component() {
  const { event, closing } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const { figures, open, closings, changes } = closing;
  const { currency } = figures;
  const money = moneyIn(currency);
  const sums = closingSums(figures);
  // Only the table of tills has counts, and it is not shown.
  const tables = closingTables(figures, open, []);
  const shownTables = tables.filter(({ id }) => !["sums", "tills", "open"].includes(id));
  const [latest] = closings;

  return (
    <StaffPage
      title="Final accounts"
      event={event}
      lead="The income of the event by source and by payment method, the cash that the tills should hold, and your signature."
      actions={<Downloads eventId={event.id} version={null} />}
    >
      <div className={classes.parts}>
        {latest !== undefined && (
          <Changes latest={latest} changes={changes} currency={currency} clocks={clocksOf(event)} />
        )}
        <dl className={`${frame.figures} ${classes.sums}`}>
          {[
            ["Received", sums.taken, "all payments, tax included"],
            [
              "Refunded",
              negative(sums.givenBack),
              sums.onItsWay > 0 ? `${money(sums.onItsWay)} more is pending` : "refunds that are done",
            ],
            ["Fees", negative(sums.fees), "as reported by the provider"],
            [
              "What the club should get",
              sums.left,
              sums.onItsWay > 0
                ? `${money(sums.afterAll)} after all refunds`
                : "received, minus refunds and fees",
            ],
          ].map(([label, amount, words]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <strong>{money(Number(amount))}</strong>
                <span>{words}</span>
              </dd>
            </div>
          ))}
        </dl>
        <UnsettledList
          eventId={event.id}
          open={open}
          currency={currency}
          isOver={event.cancelledAt !== null || eventEnd(event) <= new Date()}
          onRequested={() => void revalidate()}
        />
        {shownTables.map((table) => (
          <FigureTable
            key={table.id}
            table={table}
            currency={currency}
            about={table.id === "checks" && <Differences figures={figures} />}
          />
        ))}
        <SignForm
          // A new signature resets the form.
          key={closings.length}
          eventId={event.id}
          closing={closing}
          onOutdated={() => revalidate()}
        />
        <Signatures eventId={event.id} closings={closings} clocks={clocksOf(event)} />
      </div>
    </StaffPage>
  );
}
