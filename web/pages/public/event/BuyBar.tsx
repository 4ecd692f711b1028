/**
 * The bar at the bottom of an event's page: name, price and the main button, on the screen from the start. It hides
 * while the page's own button is in view; on a phone, also while the registration form is in view (Event.module.css).
 */
import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import classes from "../Event.module.css";

interface BuyBarProps {
  name: string;
  /** A price such as "From €25", or a state such as "Sold out"; null to show neither. */
  words: string | null;
  children: ReactNode;
}

/** The main button of the panel, and the form that registers. */
const mainButton = "#tickets [data-main]";
const mainForm = "#tickets form[data-register]";

export function BuyBar({ name, words, children }: BuyBarProps) {
  const isButtonShown = useInView(mainButton, "0px");
  // The lowest quarter of the screen does not count, because the bar covers the form there.
  const isFormShown = useInView(mainForm, "0px 0px -25% 0px");
  return (
    <div
      className={classes.bar}
      data-bottom-bar
      data-button-shown={isButtonShown || undefined}
      data-form-shown={isFormShown || undefined}
    >
      <span className={classes.barWords}>
        <span className={classes.barName}>{name}</span>
        <span>{words}</span>
      </span>
      {children}
    </div>
  );
}

/** The id of the button “Get … tickets” below the field “Number of tickets” (BuyHere.tsx). */
export const buyHereButton = "get-tickets";

/** Focuses a field or button of the panel's form. Without scripts, the link's address leads there. */
export function PartLink({ id, children }: { id: string; children: string }) {
  const focusPart = (click: MouseEvent) => {
    const part = document.getElementById(id);
    if (part === null) return;
    click.preventDefault();
    part.focus({ preventScroll: true });
    part.scrollIntoView({ block: "center" });
  };
  return (
    <a className="button" href={`#${id}`} onClick={focusPart}>
      {children}
    </a>
  );
}

/** Whether a part of the page is on the screen, inside `rootMargin`. False until it is known. */
function useInView(selector: string, rootMargin: string): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const part = document.querySelector(selector);
    if (part === null) {
      setInView(false);
      return;
    }
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true), {
      rootMargin,
    });
    observer.observe(part);
    return () => observer.disconnect();
  }, [selector, rootMargin]);
  return isInView;
}
