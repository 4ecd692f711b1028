/**
 * The current snackbar, at the bottom start of the screen (docs/product.md §2), with its timer bar (docs/product.md
 * §9).
 */
import { type CSSProperties, useRef, useSyncExternalStore } from "react";
import { type Snackbar, snackbars } from "../../stores/snackbars.ts";
import classes from "./Snackbars.module.css";
import { isDismissed, type Swipe, startSwipe, swipeOffset } from "./swipe.ts";

const noSnackbar = () => null;

export function Snackbars() {
  const current = useSyncExternalStore(snackbars.current.subscribe, snackbars.current.get, noSnackbar);
  return (
    // The live regions exist before their texts. Otherwise screen readers would miss the first message.
    <div className={classes.place}>
      <div role="status">
        {current !== null && current.color !== "error" && <SnackbarView key={current.id} {...current} />}
      </div>
      <div role="alert">{current?.color === "error" && <SnackbarView key={current.id} {...current} />}</div>
    </div>
  );
}

function SnackbarView({ id, text, color, timeoutMs, action }: Snackbar) {
  const paused = useSyncExternalStore(snackbars.paused.subscribe, snackbars.paused.get, () => false);
  const element = useRef<HTMLDivElement>(null);
  const swipe = useRef<Swipe | null>(null);

  const moveTo = (offsetPx: number) => element.current?.style.setProperty("--offset", `${offsetPx}px`);
  const pressAction = () => {
    snackbars.dismiss(id);
    action?.onClick?.();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is a shortcut; the button does the same.
    <div
      ref={element}
      className={classes.snackbar}
      data-color={color}
      data-paused={paused || undefined}
      style={{ "--timeout": `${timeoutMs}ms` } as CSSProperties}
      onPointerEnter={snackbars.pause}
      onPointerLeave={snackbars.resume}
      onFocus={snackbars.pause}
      onBlur={snackbars.resume}
      onPointerDown={(event) => {
        swipe.current = startSwipe(event);
      }}
      onPointerMove={(event) => {
        if (swipe.current !== null) moveTo(swipeOffset(swipe.current, event));
      }}
      onPointerUp={(event) => {
        if (swipe.current !== null && isDismissed(swipe.current, event)) snackbars.dismiss(id);
        else moveTo(0);
        swipe.current = null;
      }}
      onPointerCancel={() => {
        swipe.current = null;
        moveTo(0);
      }}
    >
      <span className={classes.text}>{text}</span>
      <button type="button" className={classes.action} onClick={pressAction}>
        {action?.label ?? "Close"}
      </button>
      <span className={classes.timer} aria-hidden="true" />
    </div>
  );
}
