import { formatPercent } from "../../../../contract/rules/money/money.ts";
import { changeDeadline } from "../../../../contract/rules/sales.ts";
import { formatMoment } from "../../../../contract/rules/time/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";

export function cancelWords(
  { startDatetime, timeZone, config }: Pick<Event, "startDatetime" | "timeZone" | "config">,
  { isFree, now }: { isFree: boolean; now: Date },
): string {
  const until = changeDeadline(new Date(startDatetime), config.cancelUntilHours);
  if (until === null) return "You cannot cancel by yourself. If you cannot come, ask the club.";
  if (until <= now) return "It is too late to cancel by yourself. If you cannot come, ask the club.";
  const { text, zoneLabel } = formatMoment(until.toISOString(), { timeZone, dateFormat: config.dateFormat });
  const deadline = `You can cancel until ${text}, ${zoneLabel}.`;
  if (isFree) return deadline;
  const { cancelFeePercent: fee } = config;
  if (fee === 0) return `${deadline} You get a full refund.`;
  if (fee === 100) return `${deadline} The club keeps what you paid.`;
  return `${deadline} The club keeps ${formatPercent(fee)} of what you paid.`;
}
