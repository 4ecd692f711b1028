import { useState } from "react";
import { useLocation } from "react-router";
import { Dialog } from "../ui/Dialog.tsx";
import { Icon } from "../ui/icons/icons.tsx";
import classes from "./EventDrawer.module.css";
import { EventNav } from "./EventNav.tsx";
import { entryAt } from "./eventPages.ts";
import type { OpenWork } from "./waiting.ts";

export function EventDrawer({ eventId, waiting }: { eventId: number; waiting: OpenWork | null }) {
  const [isOpen, setOpen] = useState(false);
  const openEntry = entryAt(useLocation().pathname);
  const hasWaiting = waiting !== null && Object.values(waiting).some((count) => count > 0);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Icon size={20} strokeWidth={1.8}>
          <path d="M4 7h16M4 12h16M4 17h16" />
        </Icon>
        <span>
          <span className="visuallyHidden">Event pages: </span>
          {openEntry?.label}
          {hasWaiting && <span className="visuallyHidden">(something needs attention)</span>}
        </span>
        {hasWaiting && <span className={classes.dot} />}
      </button>
      <Dialog isOpen={isOpen} kind="drawer" title="Event pages" onClose={() => setOpen(false)}>
        <EventNav eventId={eventId} waiting={waiting} onChosen={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
