/** Hides while the page's own button is in view; in a narrow window, also while the form is (Event.module.css). */
import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import classes from "../Event.module.css";

interface BuyBarProps {
  name: string;
  /** "From €25" or "Sold out"; null to show neither. */
  words: string | null;
  children: ReactNode;
}

const mainButtonSelector = "#tickets [data-main]";
const formSelector = "#tickets form[data-register]";

export function BuyBar({ name, words, children }: BuyBarProps) {
  const isButtonShown = useInView(mainButtonSelector, "0px");
  // A form at the lower edge is behind the bar, so it does not count yet.
  const isFormShown = useInView(formSelector, "0px 0px -25% 0px");
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

/** The id of the button in BuyHere.tsx. */
export const buyHereButton = "get-tickets";

/** Without scripts, the address leads to the part. */
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

/** False until it is known, or without the part. */
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
