import { useSyncExternalStore } from "react";
import type { DoorClient } from "../../door/device.ts";
import classes from "./Entry.module.css";
import { SaleNotice } from "./sale/SaleNotice.tsx";
import { useLastSale } from "./sale/useLastSale.ts";

interface EndedProps {
  why: "revoked" | "expired";
  /** The device may still have unsent scans and an unanswered sale. */
  device: DoorClient;
  onEnterPin: () => void;
}

const words: Record<EndedProps["why"], { title: string; text: string }> = {
  revoked: {
    title: "This link was ended",
    text: "The event's staff ended it. The names were deleted from this device.",
  },
  expired: {
    title: "This link has expired",
    text: "The link has expired. The names were deleted from this device.",
  },
};

export function DoorEnded({ why, device, onEnterPin }: EndedProps) {
  const { door, sale, waiting, isOnline } = useSyncExternalStore(device.subscribe, device.state);
  const { outcome, askAgain, seen } = useLastSale(device, null);
  const count = waiting.toLocaleString("en-US");
  return (
    <main className={classes.page}>
      <section className={classes.card}>
        <h1>{words[why].title}</h1>
        <p className={classes.lead}>{words[why].text}</p>
        {waiting > 0 && (
          <p role="status">
            {isOnline
              ? `${waiting === 1 ? "1 scan is" : `${count} scans are`} still being sent. Leave this page open until they are sent.`
              : `${waiting === 1 ? "1 scan waits" : `${count} scans wait`} on this device. Open this page within a week with a connection, and leave it open until everything is sent.`}
          </p>
        )}
        <SaleNotice
          sale={sale}
          outcome={outcome}
          clocks={door?.event ?? { timeZone: "UTC" }}
          onAskAgain={askAgain}
          onSeen={seen}
        />
        <p>To continue helping, ask the staff for a new link.</p>
        <button type="button" className="button buttonQuiet" onClick={onEnterPin} disabled={waiting > 0}>
          {waiting === 0 ? "Enter a PIN" : isOnline ? "Still sending" : "Waiting for a connection"}
        </button>
      </section>
    </main>
  );
}

/** The device's storage could not be opened, as in some private windows or on a full device. */
export function NoStorage() {
  return (
    <main className={classes.page}>
      <section className={classes.card}>
        <h1>This window cannot store data</h1>
        <p className={classes.lead}>
          Scans are stored on the device, so that none is lost. Open the link in an ordinary window, not a
          private one, or free some space.
        </p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Try again
        </button>
      </section>
    </main>
  );
}

/** A tab with an older version of this page keeps this one from opening the storage. */
export function OlderTab() {
  return (
    <main className={classes.page}>
      <section className={classes.card} role="status">
        <h1>This door is open in another tab</h1>
        <p className={classes.lead}>
          That tab has an older version of this page. Close that tab, and this one continues automatically.
          The scans of that tab are kept.
        </p>
      </section>
    </main>
  );
}
