import { useState } from "react";
import type { Event, EventCard } from "../../../../contract/shapes/event.ts";
import { Panel } from "../../../ui/Panel.tsx";
import { whenWords } from "../eventState.ts";
import classes from "./ChooseCopied.module.css";
import { CopyEvent } from "./CopyEvent.tsx";

interface ChooseCopiedProps {
  isOpen: boolean;
  events: readonly EventCard[];
  onCopied: (copy: Event) => void | Promise<void>;
  onClose: () => void;
}

export function ChooseEventToCopy({ isOpen, events, onCopied, onClose }: ChooseCopiedProps) {
  const [chosenEvent, setChosenEvent] = useState<EventCard | null>(null);
  return (
    <>
      <Panel isOpen={isOpen && chosenEvent === null} title="Copy an earlier event" onClose={onClose}>
        <ul className={classes.list}>
          {events.map((event) => (
            <li key={event.id}>
              <button type="button" onClick={() => setChosenEvent(event)}>
                <strong>{event.name}</strong>
                <span>{whenWords(event)}</span>
              </button>
            </li>
          ))}
        </ul>
      </Panel>
      <CopyEvent event={chosenEvent} onCopied={onCopied} onClose={() => setChosenEvent(null)} />
    </>
  );
}
