/** The page `/event/{eventId}/statistics?date=2026-12-31`. */
import { Button } from "@mantine/core";
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { formatMoney, needCents } from "../../../contract/rules/money/money.ts";
import { answerWords, questionWords } from "../../../contract/rules/questions/questions.ts";
import { eventEnd } from "../../../contract/rules/sales.ts";
import { formatClock, knownZone, localDay, zoneName } from "../../../contract/rules/time/eventTime.ts";
import type { DoorFigures } from "../../../contract/shapes/door/doorStory.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import type { AnswerCounts } from "../../../contract/shapes/form.ts";
import type { Figures } from "../../../contract/shapes/statistics.ts";
import { apiFrom } from "../../api/context.ts";
import { Figure } from "../../charts/Figure.tsx";
import { RegistrationsOverTime } from "../../charts/RegistrationsOverTime.tsx";
import { ShareBars } from "../../charts/ShareBars.tsx";
import { TimeBars } from "../../charts/TimeBars.tsx";
import { clocksOf } from "../../event/eventTime.ts";
import { saveFile } from "../../lib/saveFile.ts";
import { LiveBadge } from "../../ui/LiveBadge.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { ArrivalsByGate, ForecastNote } from "../door/figures/Arrivals.tsx";
import { forecastOfDay, quartersOf } from "../door/figures/doorTimes.ts";
import { useDoorFigures } from "../door/figures/useDoorFigures.ts";
import { loadStaffEvent } from "../event/staffEvent.ts";
import { answeredWords } from "./answeredWords.ts";
import { Counts } from "./Counts.tsx";
import { DayChoice } from "./DayChoice.tsx";
import { dayFromAddress, onDayWords } from "./days.ts";
import { figuresCsv } from "./figuresCsv.ts";
import { sourceNames } from "./revenueSources.ts";
import classes from "./Statistics.module.css";
import { useFigures } from "./useFigures.ts";

export async function loader(args: LoaderFunctionArgs) {
  const event = await loadStaffEvent(args);
  const now = new Date();
  const today = dayFromAddress(null, { timeZone: event.timeZone, otherwise: now });
  const defaultTime = eventEnd(event) < now ? new Date(event.startDatetime) : now;
  const wantedDay = new URL(args.request.url).searchParams.get("date");
  const date = dayFromAddress(wantedDay, { timeZone: event.timeZone, otherwise: defaultTime });
  const api = apiFrom(args.context);
  const query = { eventId: event.id, date };
  const options = { signal: args.request.signal };
  const [statistics, series, door, answers] = await Promise.all([
    api.get("checkin/getStatistics", query, options),
    api.get("checkin/getStatisticsSeries", query, options),
    api.get("door/getFigures", { eventId: event.id }, options),
    api.get("form/getAnswerCounts", { eventId: event.id }, options),
  ]);
  return { event, date, today, loaded: { statistics, series }, door, answers };
}

export function Component() {
  const { event, date, today, loaded, door, answers } = useLoaderData<typeof loader>();
  const [, setSearch] = useSearchParams();
  const { figures, state } = useFigures({ eventId: event.id, date, loaded });
  const { statistics, series } = figures;
  const { figures: doorFigures } = useDoorFigures({ eventId: event.id, loaded: door });

  function download(): void {
    // The Swedish format begins with the year.
    const clock = new Intl.DateTimeFormat("sv-SE", {
      dateStyle: "short",
      timeStyle: "short",
      timeZone: knownZone(event.timeZone) ?? "UTC",
    });
    const text = figuresCsv({
      figures,
      date,
      timeZone: event.timeZone,
      clock: (instant) => clock.format(new Date(instant)),
    });
    saveFile(new Blob([text], { type: "text/csv" }), `statistics-${event.id}-${date}.csv`);
  }

  return (
    <StaffPage
      title="Statistics"
      event={event}
      actions={
        <Button variant="default" onClick={download}>
          Download .csv
        </Button>
      }
    >
      <div className={classes.top}>
        <DayChoice
          date={date}
          today={today}
          eventDay={localDay(event.startDatetime, event.timeZone) ?? today}
          zoneWords={`A day in ${zoneName(event.timeZone)}`}
          onChoose={(chosen) => setSearch({ date: chosen }, { replace: true, preventScrollReset: true })}
        />
        <LiveBadge state={state} />
      </div>
      <Counts statistics={statistics} dayWords={onDayWords(date, today, event.config.dateFormat)} />
      <div className={classes.charts}>
        <RegistrationsOverTime clocks={clocksOf(event)} series={series} />
        <ByTicket series={series} />
        <Arrivals
          event={event}
          date={date}
          series={series}
          door={doorFigures}
          words={onDayWords(date, today, event.config.dateFormat)}
        />
        <ArrivalsByGate figures={doorFigures} />
        <Revenue series={series} />
        {answers.map((question) => (
          <Answers key={question.questionId} question={question} />
        ))}
      </div>
    </StaffPage>
  );
}

interface SeriesProps {
  series: Figures["series"];
}

function ByTicket({ series }: SeriesProps) {
  const shares = series.tickets.map(({ ticketId, title, count }) => ({
    key: String(ticketId),
    name: title,
    value: count,
    words: count.toLocaleString("en-US"),
  }));
  return (
    <Figure
      title="By ticket"
      empty={shares.length === 0 ? "This event has no tickets yet." : null}
      heads={["Ticket", "Registered"]}
      rows={shares.map(({ name, words }) => [name, words])}
    >
      <ShareBars shares={shares} />
    </Figure>
  );
}

interface ArrivalsProps extends SeriesProps {
  event: Event;
  date: string;
  door: DoorFigures;
  words: string;
}

function Arrivals({ event, date, series, door, words }: ArrivalsProps) {
  const { timeZone } = event;
  const clockTextOf = (instant: string) => formatClock(instant, clocksOf(event), "minute");
  const forecast = forecastOfDay(door, { date, timeZone });
  // `quartersOf` needs a gate, but this chart does not show it.
  const arrivals = series.arrivals.map((arrival) => ({ ...arrival, gate: "" }));
  const points = quartersOf({ quarters: arrivals, forecast }).map(({ from, count, expected }) => ({
    name: clockTextOf(from),
    count,
    expected,
  }));
  const numberText = (value: number | null) => (value === null ? "–" : value.toLocaleString("en-US"));
  return (
    <Figure
      title="Arrivals by quarter of an hour"
      empty={points.length === 0 ? `Nobody was checked in ${words}.` : null}
      heads={["From", "Checked in", ...(forecast === null ? [] : ["Expected"])]}
      rows={points.map(({ name, count, expected }) => [
        name,
        numberText(count),
        ...(forecast === null ? [] : [numberText(expected)]),
      ])}
    >
      <TimeBars label="Arrivals by quarter of an hour" points={points} verb="checked in" />
      {forecast !== null && <ForecastNote events={door.forecastEvents} />}
    </Figure>
  );
}

function Revenue({ series }: SeriesProps) {
  const withCents = needCents(
    series.revenue.map(({ amount }) => amount),
    series.currency,
  );
  const money = (amount: number) => formatMoney(amount, series.currency, withCents);
  const sum = series.revenue.reduce((total, { amount }) => total + amount, 0);
  const shares = series.revenue.map(({ source, amount }) => ({
    key: source,
    name: sourceNames[source],
    value: amount,
    words: money(amount),
  }));
  return (
    <Figure
      title="Revenue by source"
      empty={shares.length === 0 ? "Nothing was paid yet." : null}
      heads={["Source", "Amount"]}
      rows={[...shares.map(({ name, words }): [string, string] => [name, words]), ["Total", money(sum)]]}
    >
      <ShareBars shares={shares} />
      <p className={classes.sum}>
        <span>Total</span> <strong>{money(sum)}</strong>
      </p>
    </Figure>
  );
}

function Answers({ question }: { question: AnswerCounts }) {
  const { typeId, answered, noLongerAsked = 0, answers, moreAnswers } = question;
  const shares = answers.map(({ answer, count }) => ({
    key: answer,
    name: answerWords(typeId, answer),
    value: count,
    words: count.toLocaleString("en-US"),
  }));
  return (
    <Figure
      title={questionWords(question)}
      empty={answered + noLongerAsked === 0 ? "Nobody has answered this yet." : null}
      heads={["Answer", "Attendees"]}
      rows={shares.map(({ name, words }) => [name, words])}
    >
      <ShareBars shares={shares} />
      <p className={classes.sum}>
        <span>Answered by</span> <strong>{answeredWords(question)}</strong>
      </p>
      {moreAnswers > 0 && (
        <p>
          {moreAnswers === 1
            ? "1 rarer answer is"
            : `${moreAnswers.toLocaleString("en-US")} rarer answers are`}{" "}
          not shown. The download of the attendees has all of them.
        </p>
      )}
    </Figure>
  );
}
