import { announced } from "../stores/announced.ts";
import { colorScheme, switchColorScheme } from "../stores/colorScheme.ts";
import classes from "./ThemeSwitch.module.css";

function switchAndAnnounce(): void {
  switchColorScheme();
  announced.set(colorScheme.get() === "dark" ? "Dark theme" : "Light theme");
}

export function ThemeSwitch() {
  // CSS chooses the icon, so that nothing differs on hydration.
  return (
    <button type="button" className={classes.switch} onClick={switchAndAnnounce} aria-label="Switch theme">
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        aria-hidden="true"
      >
        <g className={classes.sun}>
          <circle cx="12" cy="12" r="4.2" />
          <path
            strokeLinecap="round"
            d="M12 2.5v2.2M12 19.3v2.2M2.5 12h2.2M19.3 12h2.2M5.3 5.3l1.5 1.5M17.2 17.2l1.5 1.5M18.7 5.3l-1.5 1.5M6.8 17.2l-1.5 1.5"
          />
        </g>
        <path
          className={classes.moon}
          strokeLinejoin="round"
          d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z"
        />
      </svg>
    </button>
  );
}
