import { type EventClocks, formatClock } from "../../contract/rules/time/eventTime.ts";
import type { StatisticsSeries } from "../../contract/shapes/statistics.ts";
import { Figure } from "./Figure.tsx";
import { TimeBars } from "./TimeBars.tsx";

interface RegistrationsOverTimeProps {
  clocks: EventClocks;
  series: Pick<StatisticsSeries, "step" | "registrations" | "registeredBefore">;
}

export function RegistrationsOverTime({ clocks, series }: RegistrationsOverTimeProps) {
  const clockTextOf = (instant: string) => formatClock(instant, clocks, series.step);
  const title = `Registrations by ${series.step}`;
  const points = series.registrations.map(({ from, count }) => ({ name: clockTextOf(from), count }));
  let sum = series.registeredBefore;
  const rows = points.map(({ name, count }): [string, string, string] => {
    sum += count;
    return [name, count.toLocaleString("en-US"), sum.toLocaleString("en-US")];
  });
  return (
    <Figure
      title={title}
      empty={points.length === 0 ? "Nobody has registered yet." : null}
      heads={[series.step === "day" ? "Day" : "Hour", "Registered", "Total"]}
      rows={rows}
    >
      <TimeBars label={title} points={points} verb="registered" />
    </Figure>
  );
}
