/** The current snackbar (docs/product.md §2) with its timer bar (docs/product.md §9). */

import { type CSSProperties, Fragment, useRef } from "react";
import { snackbars } from "../../stores/snackbars.ts";
import { useStore } from "../../stores/useStore.ts";
import classes from "./Snackbars.module.css";
import { isDismissed, type SwipePoint, swipeOffset } from "./swipe.ts";

export function Snackbars() {
  const current = useStore(snackbars.current, null);
  const paused = useStore(snackbars.paused, false);
  const element = useRef<HTMLDivElement>(null);
  const swipeStart = useRef<SwipePoint | null>(null);

  const moveTo = (offsetPx: number) => element.current?.style.setProperty("--offset", `${offsetPx}px`);
  const dismiss = () => {
    if (current !== null) snackbars.dismiss(current.id);
  };
  /** The pointer and the focus each stop the time. It continues when both are gone. */
  const resumeUnless = (selector: string) => {
    if (!element.current?.matches(selector)) snackbars.resume();
  };
  const pressAction = () => {
    dismiss();
    current?.action?.onClick?.();
  };

  return (
    <div className={classes.place}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: swiping is a shortcut; the button dismisses too. */}
      <div
        ref={element}
        className={current === null ? undefined : classes.snackbar}
        data-color={current?.color}
        data-paused={paused || undefined}
        style={{ "--timeout": `${current?.timeoutMs ?? 0}ms` } as CSSProperties}
        onPointerEnter={snackbars.pause}
        onPointerLeave={() => resumeUnless(":focus-within")}
        onFocus={snackbars.pause}
        onBlur={() => resumeUnless(":hover")}
        onPointerDown={({ clientX, clientY }) => {
          swipeStart.current = { clientX, clientY };
        }}
        onPointerMove={(event) => {
          // A message that appears under a resting pointer gets no pointerenter event.
          snackbars.pause();
          if (swipeStart.current !== null) moveTo(swipeOffset(swipeStart.current, event));
        }}
        onPointerUp={(event) => {
          if (swipeStart.current !== null && isDismissed(swipeStart.current, event)) dismiss();
          moveTo(0);
          swipeStart.current = null;
        }}
        onPointerCancel={() => {
          swipeStart.current = null;
          moveTo(0);
        }}
      >
        {/* The live regions exist before their texts, or screen readers would miss the first message. They contain
            nothing else, or screen readers would read the button after each message. */}
        <div role="status" className={classes.text}>
          {current !== null && current.color !== "error" && <span key={current.id}>{current.text}</span>}
        </div>
        <div role="alert" className={classes.text}>
          {current?.color === "error" && <span key={current.id}>{current.text}</span>}
        </div>
        {current !== null && (
          <Fragment key={current.id}>
            <button type="button" className={classes.action} onClick={pressAction}>
              {current.action?.label ?? "Close"}
            </button>
            <span className={classes.timer} aria-hidden="true" />
          </Fragment>
        )}
      </div>
    </div>
  );
}
