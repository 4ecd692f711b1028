import { useState } from "react";
import type { DoorState } from "../../../door/device.ts";
import { colorScheme, switchColorScheme } from "../../../stores/colorScheme.ts";
import { useStore } from "../../../stores/useStore.ts";
import { Sheet } from "../Sheet.tsx";
import { paidWords } from "../sale/saleWords.ts";
import { isSilent, signal, switchSilence } from "../signals.ts";
import classes from "./DoorMenu.module.css";

interface DoorMenuProps {
  leave: { label: string; words: string; onLeave: () => Promise<void> | void };
  state: Pick<DoorState, "waiting" | "sale">;
  practice: { isOn: boolean; set: (isOn: boolean) => void };
  onClose: () => void;
}

export function DoorMenu({ leave, state: { waiting, sale }, practice, onClose }: DoorMenuProps) {
  const isSoundOff = useStore(isSilent);
  const scheme = useStore(colorScheme);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Sheet title="Menu" onClose={onClose}>
      <div className={classes.menu}>
        <button
          type="button"
          role="switch"
          aria-checked={!isSoundOff}
          onClick={() => {
            switchSilence();
            signal("good");
          }}
        >
          Sound <span>{isSoundOff ? "Off" : "On"}</span>
        </button>
        <button type="button" role="switch" aria-checked={scheme === "light"} onClick={switchColorScheme}>
          Light colours <span>{scheme === "light" ? "On" : "Off"}</span>
        </button>
        {/* Practice would hide the notice of a sale without an outcome. */}
        {sale === null && (
          <button
            type="button"
            role="switch"
            aria-checked={practice.isOn}
            aria-describedby="practice-words"
            onClick={() => practice.set(!practice.isOn)}
          >
            Practice <span>{practice.isOn ? "On" : "Off"}</span>
          </button>
        )}
        <p id="practice-words" className={classes.words}>
          Practise with this event’s attendees, on any day, also offline. Nothing is counted, stored or sent.
          Practice ends when the page is loaded again.
        </p>
        {isConfirming ? (
          <div className={classes.ask}>
            <p role="alert">
              {waiting > 0
                ? `${waiting === 1 ? "1 scan" : `${waiting.toLocaleString("en-US")} scans`} not sent yet. Scans stay here until you open this page again with a connection. `
                : ""}
              {sale === null
                ? ""
                : `We do not know yet whether the last sale was made: ${sale.what}, ${paidWords(sale)}. Check again first, or write it down for the staff. `}
              {leave.words}
            </p>
            <button type="button" onClick={() => void leave.onLeave()}>
              {leave.label}
            </button>
          </div>
        ) : (
          <button type="button" onClick={() => setConfirming(true)}>
            {leave.label}
          </button>
        )}
      </div>
    </Sheet>
  );
}
