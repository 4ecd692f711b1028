/** After a navigation to another path, screen readers read the new title, and the `h1` or else `main` is focused. */

import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { announced } from "../stores/announced.ts";
import { useStore } from "../stores/useStore.ts";

export function Announcer() {
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  const text = useStore(announced, "");

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    announced.set(document.title);
    const heading =
      document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <div className="visuallyHidden" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  );
}
