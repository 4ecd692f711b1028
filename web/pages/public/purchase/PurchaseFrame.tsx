import type { ReactNode } from "react";
import { formatEventTime } from "../../../../contract/rules/time/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { timeOf } from "../../../event/eventTime.ts";
import { EventLink } from "../EventLink.tsx";
import { HoldStrip, type HoldStripProps } from "./HoldStrip.tsx";
import classes from "./PurchaseFrame.module.css";
import { type StepName, Steps } from "./Steps.tsx";

interface PurchaseFrameProps {
  event: Event;
  step?: StepName | null;
  heading: string;
  isFree?: boolean;
  countdown?: HoldStripProps | null;
  aside?: ReactNode;
  /** On a narrow screen. */
  asideFirst?: boolean;
  children: ReactNode;
}

export function PurchaseFrame({
  event,
  step = null,
  heading,
  isFree = false,
  countdown = null,
  aside,
  asideFirst = false,
  children,
}: PurchaseFrameProps) {
  const time = formatEventTime(timeOf(event));
  return (
    <>
      {countdown !== null && <HoldStrip {...countdown} />}
      <div className={`container ${classes.page}`}>
        <header className={`pageHead ${classes.head}`}>
          <EventLink event={event}>
            <span className={classes.time}>
              {time.text} · {time.zoneLabel}
            </span>
          </EventLink>
          <h1>{heading}</h1>
          {step !== null && <Steps slug={event.slug} current={step} isFree={isFree} />}
        </header>
        <div className={aside ? classes.columns : classes.single}>
          <div>{children}</div>
          {aside && (
            <aside className={classes.aside} data-first={asideFirst || undefined}>
              {aside}
            </aside>
          )}
        </div>
      </div>
    </>
  );
}
