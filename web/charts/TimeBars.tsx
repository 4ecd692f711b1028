/** The drawing is stretched, so its texts are outside it. Screen readers read the chosen bar as a slider's value. */
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { spreadOver, ticksTo } from "./chartScale.ts";
import classes from "./TimeBars.module.css";

const minSlots = 8;

/** `expected` is drawn as a line over the bars. */
interface Point {
  name: string;
  count: number;
  expected?: number | null;
}

interface TimeBarsProps {
  label: string;
  points: readonly Point[];
  verb: string;
}

export function TimeBars({ label, points, verb }: TimeBarsProps) {
  const [chosenIndex, setChosenIndex] = useState<number | null>(null);
  const ticks = ticksTo(Math.max(...points.flatMap(({ count, expected }) => [count, expected ?? 0])));
  const top = ticks.at(-1) ?? 1;
  const last = points.length - 1;
  // With fewer slots a single bar would be as wide as the chart.
  const slots = Math.max(points.length, minSlots);
  const shownPoint = chosenIndex === null ? null : (points[Math.min(chosenIndex, last)] ?? null);
  const shownWords = shownPoint && `${shownPoint.name}: ${wordsOf(shownPoint, verb)}`;

  function choosePoint({ currentTarget, clientX }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosenIndex(clamp(Math.floor(((clientX - left) / width) * slots), last));
  }
  function moveChoice(event: KeyboardEvent): void {
    const page = Math.max(2, Math.round(points.length / 10));
    const offset = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -page,
      PageUp: page,
      Home: -points.length,
      End: points.length,
    }[event.key];
    if (offset === undefined) return;
    event.preventDefault();
    setChosenIndex(clamp((chosenIndex ?? 0) + offset, last));
  }

  return (
    <div>
      <p className={classes.readout}>{shownWords ?? rangeWords(points)}</p>
      <div className={classes.chart}>
        <div className={classes.scale} aria-hidden="true">
          {[...ticks].reverse().map((tick) => (
            <span key={tick}>{tick.toLocaleString("en-US")}</span>
          ))}
        </div>
        <div
          className={classes.plot}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={chosenIndex ?? 0}
          aria-valuetext={shownWords ?? ""}
          onKeyDown={moveChoice}
          onFocus={() => setChosenIndex((index) => index ?? 0)}
          onPointerMove={choosePoint}
          onPointerDown={choosePoint}
          onPointerLeave={() => setChosenIndex(null)}
          onBlur={() => setChosenIndex(null)}
        >
          <svg
            viewBox={`0 0 ${slots} ${top}`}
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            {ticks.map((tick) => (
              <path key={tick} d={`M0 ${top - tick}H${slots}`} className={classes.line} />
            ))}
            <path d={barsPath(points, top)} className={classes.bars} />
            <path d={expectedPath(points, top)} className={classes.expected} />
            {shownPoint !== null && chosenIndex !== null && (
              <path
                d={barPath(chosenIndex, shownPoint.count, { top, gap: gapFor(points.length) })}
                className={classes.chosen}
              />
            )}
          </svg>
        </div>
        <div className={classes.times} aria-hidden="true">
          {spreadOver(points.length, 5).map((index) => (
            <span key={index} style={{ insetInlineStart: `calc(100% * ${(index + 0.5) / slots})` }}>
              {points[index]?.name}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

function rangeWords(points: TimeBarsProps["points"]): string {
  const names = new Set([points[0]?.name, points.at(-1)?.name]);
  return [...names].join(" – ");
}

function wordsOf({ count, expected }: Point, verb: string): string {
  const words = `${count.toLocaleString("en-US")} ${verb}`;
  return typeof expected === "number" ? `${words}, ${expected.toLocaleString("en-US")} expected` : words;
}

function clamp(index: number, last: number): number {
  return Math.min(Math.max(index, 0), last);
}

/** Thin bars have no gap, because it would hardly be visible. */
function gapFor(count: number): number {
  return count > 120 ? 0 : 0.12;
}

function barsPath(points: readonly { count: number }[], top: number): string {
  const gap = gapFor(points.length);
  return points.map(({ count }, index) => (count === 0 ? "" : barPath(index, count, { top, gap }))).join("");
}

function expectedPath(points: readonly Point[], top: number): string {
  return points
    .map(({ expected }, index) =>
      typeof expected === "number"
        ? `${typeof points[index - 1]?.expected === "number" ? "L" : "M"}${index + 0.5} ${top - expected}`
        : "",
    )
    .join("");
}

function barPath(index: number, count: number, { top, gap }: { top: number; gap: number }): string {
  return `M${index + gap} ${top}V${top - count}H${index + 1 - gap}V${top}z`;
}
