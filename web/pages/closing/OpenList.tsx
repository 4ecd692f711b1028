import { Link } from "react-router";
import { eventNotOver, unsettledTexts } from "../../../contract/rules/closing/closingWords.ts";
import type { Currency } from "../../../contract/scalars.ts";
import type { UnsettledItems } from "../../../contract/shapes/money/closing.ts";
import { useAct } from "../../act/useAct.ts";
import { api } from "../../api/browser.ts";
import { paths } from "../../paths.ts";
import classes from "./Closing.module.css";
import { moneyIn } from "./closingMoney.ts";

interface OpenListProps {
  eventId: number;
  open: UnsettledItems;
  currency: Currency;
  isOver: boolean;
  onRequested: () => void;
}

export function UnsettledList({ eventId, open, currency, isOver, onRequested }: OpenListProps) {
  const items = unsettledTexts(open, moneyIn(currency));
  if (items.length === 0 && isOver)
    return (
      <section className={classes.notice} data-good aria-labelledby="closing-open">
        <h2 id="closing-open">Nothing is open</h2>
        <p>All payments, refunds and check-ins are settled.</p>
      </section>
    );
  const orders = paths.eventPage(eventId, "orders");
  const links: Partial<Record<keyof UnsettledItems, [label: string, to: string]>> = {
    paymentsUnderWay: ["Unpaid orders", `${orders}?status=pending`],
    holds: ["Unpaid orders", `${orders}?status=pending`],
    offers: ["Waiting list", paths.eventPage(eventId, "waiting-list")],
    refundsDue: ["Orders", orders],
    refundsFailed: ["Needs attention", `${orders}?attention=true`],
    withoutSale: ["Needs attention", `${orders}?attention=true`],
    attention: ["Needs attention", `${orders}?attention=true`],
    conflicts: ["Check-in", paths.eventPage(eventId, "checkin")],
  };
  return (
    <section className={classes.notice} aria-labelledby="closing-open">
      <h2 id="closing-open">Still open</h2>
      <p>You can still sign. Later changes are shown here, beside your signature.</p>
      <ul>
        {!isOver && <li>{eventNotOver}</li>}
        {items.map(({ key, words }) => {
          const link = links[key];
          return (
            <li key={key}>
              {words}
              {link !== undefined && <Link to={link[1]}>{link[0]}</Link>}
              {key === "feesUnknown" && <AskForFees eventId={eventId} onRequested={onRequested} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function AskForFees({ eventId, onRequested }: Pick<OpenListProps, "eventId" | "onRequested">) {
  const { isBusy, run } = useAct();
  async function ask(): Promise<void> {
    await api.post("event/askFees", { eventId });
    onRequested();
  }
  return (
    <button type="button" className="button buttonQuiet" aria-busy={isBusy} onClick={() => void run(ask)}>
      Request the fees
    </button>
  );
}
