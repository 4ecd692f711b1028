import { useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from "react-router";
import type { Door } from "../../../contract/shapes/door/door.ts";
import { positiveInteger } from "../../lib/positiveInteger.ts";
import { paths } from "../../paths.ts";
import { session } from "../../stores/session.ts";
import { NotFoundMessage } from "../../ui/NotFoundMessage.tsx";
import { DoorScanner } from "./DoorScanner.tsx";
import { GatePage } from "./GatePage.tsx";
import { savedGate, saveGate } from "./keptDoor.ts";

/** Fetches nothing, so that the page opens offline. */
export function loader({ params }: LoaderFunctionArgs): { eventId: number | null } {
  return { eventId: positiveInteger(params.eventId) };
}

export function Component() {
  const { eventId } = useLoaderData<typeof loader>();
  return eventId === null ? <NotFoundMessage /> : <StaffDoor eventId={eventId} />;
}

const token = () => session.get()?.token ?? null;

function StaffDoor({ eventId }: { eventId: number }) {
  const navigate = useNavigate();
  // The check-in page passes the event's name in it.
  const { state } = useLocation();
  const [gate, setGate] = useState(() => savedGate(eventId));
  const [door, setDoor] = useState<Door | undefined>();
  if (gate === null)
    return (
      <GatePage
        eventId={eventId}
        eventName={state?.eventName ?? null}
        token={token}
        onNamed={(chosenGate, registeredDoor) => {
          saveGate(eventId, chosenGate);
          setDoor(registeredDoor);
          setGate(chosenGate);
        }}
      />
    );
  return (
    <DoorScanner
      eventId={eventId}
      door={door}
      token={token}
      leave={{ label: "Leave the scanner", words: "The scans stay on this device, and it keeps its gate." }}
      onLeft={() => void navigate(paths.eventPage(eventId, "checkin"))}
    />
  );
}
