import type { VerdictIcon } from "./scanner/verdict/verdictWords.ts";
import type { StatusWords } from "./statusWords.ts";

type SignName =
  | VerdictIcon
  | StatusWords["sign"]
  | "search"
  | "sell"
  | "list"
  | "torch"
  | "menu"
  | "camera"
  | "close"
  | "undo"
  | "sound"
  | "silent";

const shapes: Record<SignName, string> = {
  tick: "m5 12.5 4.7 4.7L19.5 7",
  again: "M12 7v5l3.2 2M4.5 8.5A8.5 8.5 0 1 1 3.5 12M4 4v4.5h4.5",
  coin: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM15 9.3c-.5-1-1.6-1.6-3-1.6-1.7 0-3 .8-3 2.1 0 3 6 1.4 6 4.4 0 1.3-1.3 2.1-3 2.1-1.5 0-2.6-.6-3.1-1.7M12 6v12",
  cross: "M5.5 5.5l13 13M18.5 5.5l-13 13",
  calendar:
    "M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 19V7A1.5 1.5 0 0 1 5 5.5ZM3.5 10h17M8 3v4M16 3v4",
  question: "M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.3-1.7 2.6M12 18.4v.1",
  hand: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM7.5 12h9",
  newer: "M4 6.5h9v11H4zM10 6.5v-2h10v11h-7M15 10h2",
  cloud:
    "M7.5 18.5a4 4 0 0 1-.6-7.9 5.5 5.5 0 0 1 10.7 1.1 3.5 3.5 0 0 1-.3 6.8ZM12 16v-5M9.8 13l2.2-2.2 2.2 2.2",
  away: "M7.5 18.5a4 4 0 0 1-.6-7.9 5.5 5.5 0 0 1 10.7 1.1 3.5 3.5 0 0 1-.3 6.8ZM4 3.5l16 17",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5l5 5",
  sell: "M3.5 6.5h17v11h-17zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM6.5 9.5v5M17.5 9.5v5",
  list: "M8.5 6h12M8.5 12h12M8.5 18h12M4 6h.1M4 12h.1M4 18h.1",
  torch: "M8 3.5h8v3.2l-2 3.3v10.5h-4V10L8 6.7ZM12 13v2",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  camera:
    "M4.5 7.5h3.2L9.2 5h5.6l1.5 2.5h3.2A1.5 1.5 0 0 1 21 9v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18V9a1.5 1.5 0 0 1 1.5-1.5ZM12 9.8a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8Z",
  close: "M5 5l14 14M19 5 5 19",
  undo: "M8.5 5 4 9.5 8.5 14M4.5 9.5h9a5.5 5.5 0 0 1 0 11H9",
  sound: "M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11",
  silent: "M4 9.5h3.5L12 5.5v13l-4.5-4H4zM16 9.5l5 5M21 9.5l-5 5",
};

export function DoorSign({ name, className }: { name: SignName; className?: string | undefined }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...(className !== undefined && { className })}
    >
      <path d={shapes[name]} />
    </svg>
  );
}
