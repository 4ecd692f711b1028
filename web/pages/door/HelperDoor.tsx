/** The loader fetches nothing, so that the page opens offline. */
import { useState } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import type { Door } from "../../../contract/shapes/door/door.ts";
import { DoorScanner } from "./DoorScanner.tsx";
import { deleteLink, keptLink, type SavedLink, saveLink } from "./keptDoor.ts";
import { PinPage } from "./PinPage.tsx";

export function loader({ params }: LoaderFunctionArgs): { secret: string } {
  return { secret: params.secret ?? "" };
}

export function Component() {
  const { secret } = useLoaderData<typeof loader>();
  return <HelperDoor secret={secret} />;
}

function HelperDoor({ secret }: { secret: string }) {
  const [savedLink, setSavedLink] = useState<SavedLink | null>(() => keptLink(secret));
  const [door, setDoor] = useState<Door | undefined>();
  if (savedLink === null)
    return (
      <PinPage
        secret={secret}
        onOpened={(opened) => {
          saveLink(secret, opened.link);
          setDoor(opened.door);
          setSavedLink(opened.link);
        }}
      />
    );
  return (
    <DoorScanner
      eventId={savedLink.eventId}
      door={door}
      token={() => keptLink(secret)?.token ?? null}
      leave={{
        label: "Forget this event on this device",
        words: "The names are deleted from this device. To scan again you need the PIN.",
      }}
      onLeft={() => {
        deleteLink(secret);
        setDoor(undefined);
        setSavedLink(null);
      }}
      deletesNamesOnLeave
    />
  );
}
