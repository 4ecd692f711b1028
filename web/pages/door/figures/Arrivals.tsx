import { formatPercent } from "../../../../contract/rules/money/money.ts";
import { type EventClocks, formatClock, localDay } from "../../../../contract/rules/time/eventTime.ts";
import type { DoorFigures } from "../../../../contract/shapes/door/doorStory.ts";
import { Figure } from "../../../charts/Figure.tsx";
import { ShareBars } from "../../../charts/ShareBars.tsx";
import { TimeBars } from "../../../charts/TimeBars.tsx";
import classes from "./Arrivals.module.css";
import { expectedNow, gateName, quartersOf } from "./doorTimes.ts";

export function ArrivalCount({ figures }: { figures: DoorFigures }) {
  const { arrived, expected, forecastEvents } = figures;
  const share = expected === 0 ? 0 : Math.round((arrived / expected) * 100);
  const expectedByNow = expectedNow(figures, Date.now());
  return (
    <section className={classes.arrived} aria-label="Arrived">
      <p className={classes.count}>
        <strong>{arrived.toLocaleString("en-US")}</strong> of {expected.toLocaleString("en-US")} have arrived
      </p>
      <progress
        className={classes.progress}
        value={arrived}
        max={Math.max(expected, 1)}
        aria-label="Arrived"
      />
      <p className={classes.note}>
        {expected === 0 ? "Nobody is expected yet." : formatPercent(share)}
        {expectedByNow !== null &&
          ` · about ${expectedByNow.toLocaleString("en-US")} arrivals expected by now, as at ${eventWords(forecastEvents)}`}
      </p>
    </section>
  );
}

export function ArrivalsByGate({ figures: { gates } }: { figures: DoorFigures }) {
  const shares = gates.map(({ gate, arrived }) => ({
    key: gate,
    name: gateName(gate),
    value: arrived,
    words: arrived.toLocaleString("en-US"),
  }));
  return (
    <Figure
      title="By gate"
      empty={shares.length === 0 ? "Nobody has arrived yet." : null}
      heads={["Gate", "Arrived"]}
      rows={shares.map(({ name, words }) => [name, words])}
    >
      <ShareBars shares={shares} />
    </Figure>
  );
}

export function ArrivalsByQuarter({ figures, clocks }: { figures: DoorFigures; clocks: EventClocks }) {
  const quarters = quartersOf(figures);
  const days = new Set(quarters.map(({ from }) => localDay(from, clocks.timeZone)));
  // An evening that ends after midnight has two days, and needs no date.
  const detail = days.size > 2 ? "dayAndMinute" : "minute";
  const clockTextOf = (instant: string) => formatClock(instant, clocks, detail);
  const hasForecast = quarters.some(({ expected }) => expected !== null);
  const gates = [...new Set(figures.quarters.map(({ gate }) => gate))];
  const numberText = (value: number) => value.toLocaleString("en-US");
  return (
    <Figure
      title="Arrivals by quarter of an hour"
      empty={quarters.length === 0 ? "Nobody has arrived yet." : null}
      heads={["From", "Arrived", ...(hasForecast ? ["Expected"] : []), ...gates.map(gateName)]}
      rows={quarters.map((quarter) => [
        clockTextOf(quarter.from),
        numberText(quarter.count),
        ...(hasForecast ? [quarter.expected === null ? "–" : numberText(quarter.expected)] : []),
        ...gates.map((gate) => numberText(quarter.gates[gate] ?? 0)),
      ])}
    >
      <TimeBars
        label="Arrivals by quarter of an hour"
        points={quarters.map(({ from, count, expected }) => ({ name: clockTextOf(from), count, expected }))}
        verb="arrived"
      />
      {hasForecast && <ForecastNote events={figures.forecastEvents} />}
    </Figure>
  );
}

export function ForecastNote({ events }: { events: number }) {
  return (
    <p className={classes.legend}>
      The dashed line shows the arrivals to expect, based on {eventWords(events)}.
    </p>
  );
}

function eventWords(count: number): string {
  return count === 1 ? "an earlier event of the club" : `${count} earlier events of the club`;
}
