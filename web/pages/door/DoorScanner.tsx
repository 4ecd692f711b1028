import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { openCamera } from "../../door/camera/camera.ts";
import type { DoorClient, OpenDoor } from "../../door/device.ts";
import { keepDoorPage } from "../../door/offlineDoor.ts";
import { openDoor } from "../../door/openDoor.ts";
import { practiceDoor } from "../../door/practiceDoor.ts";
import { NotStarted } from "../../ui/NotStarted.tsx";
import { DoorEnded, NoStorage, OlderTab } from "./Ended.tsx";
import { saleFacts, saleFactsReaders } from "./sale/saleFacts.ts";
import { Scanner } from "./scanner/Scanner.tsx";

interface DoorScannerProps extends OpenDoor {
  leave: { label: string; words: string };
  /** Called when the user has left, or wants to enter a PIN after the access has ended. */
  onLeft: () => void;
  deletesNamesOnLeave?: boolean;
}

export function DoorScanner({ eventId, token, door, ...props }: DoorScannerProps) {
  const [device, setDevice] = useState<DoorClient | "refused" | "blocked" | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each call reads the token; a new token opens the same door.
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const onBlocked = () => setDevice((current) => current ?? "blocked");
    const opening = openDoor({ eventId, token, door, onBlocked });
    opening.then(
      (client) => {
        if (signal.aborted) return client.close();
        setDevice(client);
        signal.addEventListener("abort", () => client.close(), { once: true });
        keepDoorPage({ signal });
      },
      () => setDevice("refused"),
    );
    return () => abort.abort();
  }, [eventId]);
  if (device === "refused") return <NoStorage />;
  if (device === "blocked") return <OlderTab />;
  // A browser may never open its storage.
  if (device === null)
    return (
      <div className="awaited">
        <NotStarted />
      </div>
    );
  return <OpenScanner device={device} eventId={eventId} token={token} {...props} />;
}

function OpenScanner({
  device,
  eventId,
  token,
  leave,
  onLeft,
  deletesNamesOnLeave = false,
}: Omit<DoorScannerProps, "door"> & { device: DoorClient }) {
  const { problem, door, isOnline } = useSyncExternalStore(device.subscribe, device.state);
  const [practice, setPractice] = useState<DoorClient | null>(null);
  const [facts] = useState(() => saleFactsReaders(device, () => saleFacts(eventId, token)));
  const mayRefreshFacts = isOnline && (door?.rights.includes("sell") ?? false);
  useEffect(() => {
    // This also stores the facts on the device, where practice reads them.
    if (mayRefreshFacts) facts.forSale().catch(() => undefined);
  }, [mayRefreshFacts, facts]);
  const leaveDoor = useCallback(async () => {
    if (deletesNamesOnLeave) await device.forget();
    onLeft();
  }, [device, deletesNamesOnLeave, onLeft]);
  if (problem === "revoked" || problem === "expired")
    return <DoorEnded why={problem} device={device} onEnterPin={() => void leaveDoor()} />;
  return (
    <Scanner
      // The key resets the scanner, so that neither mode shows a card, a tick or an act of the other.
      key={practice === null ? "real" : "practice"}
      device={practice ?? device}
      practice={{
        isOn: practice !== null,
        set: (isOn) => setPractice(isOn ? practiceDoor(device) : null),
      }}
      startCamera={openCamera}
      readFacts={practice === null ? facts.forSale : facts.forPractice}
      leave={{ ...leave, onLeave: leaveDoor }}
    />
  );
}
