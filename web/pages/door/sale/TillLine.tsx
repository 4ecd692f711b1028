/** What this device has received, minus refunds, to compare with its cash box. */

import { useEffect, useState } from "react";
import { formatMoney, needCents } from "../../../../contract/rules/money/money.ts";
import type { Till } from "../../../../contract/shapes/door/doorSale.ts";
import { Fact } from "../../../ui/Fact.tsx";
import { clockText, type DoorClocks } from "../scanner/verdict/verdictWords.ts";
import classes from "./TillLine.module.css";

export function TillLine({ read, clocks }: { read: () => Promise<Till>; clocks: DoorClocks }) {
  const [till, setTill] = useState<Till | null>(null);
  useEffect(() => {
    let isShown = true;
    read().then(
      (answer) => isShown && setTill(answer),
      // The dashes stay.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [read]);
  const withCents = till !== null && needCents([till.cash, till.cardTerminal], till.currency);
  // A dash keeps the space of an amount until it has loaded.
  const money = (amount: number | undefined) =>
    till === null || amount === undefined ? "–" : formatMoney(amount, till.currency, withCents);
  return (
    <section className={classes.till} aria-label="Received on this device">
      <h3>Received on this device {till !== null && <span>since {clockText(till.since, clocks)}</span>}</h3>
      <dl>
        <Fact name="Cash">{money(till?.cash)}</Fact>
        <Fact name="Card terminal">{money(till?.cardTerminal)}</Fact>
        <Fact name="Tickets">{till === null ? "–" : till.tickets.toLocaleString("en-US")}</Fact>
        {/* An older server does not send `extras`. */}
        {(till?.extras ?? 0) > 0 && <Fact name="Extras">{till?.extras.toLocaleString("en-US")}</Fact>}
      </dl>
    </section>
  );
}
