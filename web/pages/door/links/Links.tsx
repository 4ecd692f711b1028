import { Button } from "@mantine/core";
import { useState } from "react";
import type { PayloadOf } from "../../../../contract/all.ts";
import type { EventClocks } from "../../../../contract/rules/time/eventTime.ts";
import type { DoorDevice, DoorLink } from "../../../../contract/shapes/door/doorLink.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { api } from "../../../api/browser.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../../ui/lists/EmptyState.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { timeText } from "../../../words/attendeeWords.ts";
import { AddLink } from "./AddLink.tsx";
import { LinkSecrets, type NewLinkSecrets } from "./LinkSecrets.tsx";
import classes from "./Links.module.css";
import { deviceText, deviceTitle, linkState, rightsText } from "./linkWords.ts";

interface LinksProps {
  event: Event;
  access: PayloadOf<"door/getLinks">;
  onFormOpen: (isOpen: boolean) => void;
  onChanged: () => void;
}

type Confirmation =
  | { kind: "link"; link: DoorLink }
  | { kind: "device"; device: DoorDevice }
  | { kind: "newPin"; link: DoorLink };

const callOptions = { suppressFailure: true };

export function Links({ event, access: { links, staffDevices }, onFormOpen, onChanged }: LinksProps) {
  const [isAdding, setAdding] = useState(false);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const [secrets, setSecrets] = useState<NewLinkSecrets | null>(null);
  const now = Date.now();
  const clocks = clocksOf(event);
  const showForm = (isOpen: boolean) => {
    setAdding(isOpen);
    onFormOpen(isOpen);
  };
  const showSecrets = (newSecrets: NewLinkSecrets | undefined) => {
    if (newSecrets === undefined) return;
    setSecrets(newSecrets);
    onChanged();
  };

  async function confirm(action: Confirmation): Promise<void> {
    if (action.kind === "newPin") {
      showSecrets(await api.post("door/newPin", { linkId: action.link.id }, callOptions));
    } else if (action.kind === "link")
      await api.post("door/revokeLink", { linkId: action.link.id }, callOptions);
    else
      await api.post(
        "door/revokeDevice",
        { eventId: event.id, deviceId: action.device.deviceId },
        callOptions,
      );
    setConfirmation(null);
    onChanged();
  }

  return (
    <section aria-labelledby="links-heading">
      <div className={classes.head}>
        <h2 id="links-heading">Helpers</h2>
        <Button variant="default" onClick={() => showForm(true)}>
          Add a helper link
        </Button>
      </div>
      {links.length === 0 && staffDevices.length === 0 && (
        <EmptyState title="No helper links yet">
          A link with a PIN makes any phone a scanner for one gate, without an account. It can be ended in one
          tap.
        </EmptyState>
      )}
      <ul className={classes.links}>
        {links.map((link) => {
          const state = linkState(link, now);
          const isOver = link.isRevoked || Date.parse(link.expiresAt) <= now;
          return (
            <li key={link.id} className={classes.link}>
              <div className={classes.name}>
                <h3>{link.gate}</h3>
                <Badge tone={state.tone}>{state.words}</Badge>
              </div>
              <p>
                {rightsText(link.rights)} · until {timeText(link.expiresAt, event)}
              </p>
              <Devices
                devices={link.devices}
                now={now}
                clocks={clocks}
                onEnd={isOver ? null : (device) => setConfirmation({ kind: "device", device })}
              />
              {!isOver && (
                <div className={classes.acts}>
                  <Button
                    variant="default"
                    aria-label={`New address and PIN for ${link.gate}`}
                    onClick={() => setConfirmation({ kind: "newPin", link })}
                  >
                    New address and PIN
                  </Button>
                  <Button
                    className={classes.endLink}
                    color="red"
                    variant="light"
                    aria-label={`End the link of ${link.gate}`}
                    onClick={() => setConfirmation({ kind: "link", link })}
                  >
                    End the link
                  </Button>
                </div>
              )}
            </li>
          );
        })}
        {staffDevices.length > 0 && (
          <li className={classes.link}>
            <div className={classes.name}>
              <h3>Devices of staff</h3>
            </div>
            <p>These devices are signed in with an account. They stop working when their session ends.</p>
            <Devices devices={staffDevices} now={now} clocks={clocks} onEnd={null} />
          </li>
        )}
      </ul>
      <Panel isOpen={isAdding} title="Add a helper link" onClose={() => showForm(false)}>
        <AddLink
          event={event}
          onAdded={(newSecrets) => {
            showForm(false);
            showSecrets(newSecrets);
          }}
        />
      </Panel>
      {secrets !== null && <LinkSecrets secrets={secrets} onClose={() => setSecrets(null)} />}
      {confirmation !== null && (
        <LinkConfirmation
          confirmation={confirmation}
          titleOf={(device) => deviceTitle(device, now, clocks)}
          onConfirm={() => confirm(confirmation)}
          onCancel={() => setConfirmation(null)}
        />
      )}
    </section>
  );
}

function Devices({
  devices,
  now,
  clocks,
  onEnd,
}: {
  devices: readonly DoorDevice[];
  now: number;
  clocks: EventClocks;
  onEnd: ((device: DoorDevice) => void) | null;
}) {
  if (devices.length === 0) return null;
  return (
    <ul className={classes.devices}>
      {devices.map((device) => (
        <li key={device.deviceId}>
          <span className={classes.device}>
            <strong>{deviceTitle(device, now, clocks)}</strong>
            <span>{deviceText(device, now)}</span>
          </span>
          {device.isRevoked ? (
            <Badge tone="bad">Ended</Badge>
          ) : (
            onEnd && (
              <Button
                size="compact-md"
                className={classes.end}
                variant="subtle"
                color="red"
                aria-label={`End ${deviceTitle(device, now, clocks)}`}
                onClick={() => onEnd(device)}
              >
                End
              </Button>
            )
          )}
        </li>
      ))}
    </ul>
  );
}

function LinkConfirmation({
  confirmation,
  titleOf,
  onConfirm,
  onCancel,
}: {
  confirmation: Confirmation;
  titleOf: (device: DoorDevice) => string;
  onConfirm: () => Promise<void>;
  onCancel: () => void;
}) {
  const props = { isOpen: true, onConfirm, onCancel };
  if (confirmation.kind === "newPin")
    return (
      <ConfirmDialog
        {...props}
        title={`A new address and PIN for ${confirmation.link.gate}?`}
        confirmLabel="Make new ones"
        isHarmless
      >
        <p>The old address and PIN stop working. Devices that use the link now keep working.</p>
      </ConfirmDialog>
    );
  if (confirmation.kind === "link") {
    const openCount = confirmation.link.devices.filter(({ isRevoked }) => !isRevoked).length;
    return (
      <ConfirmDialog
        {...props}
        title={`End the link of ${confirmation.link.gate}?`}
        confirmLabel="End the link"
      >
        <p>
          {openCount === 0
            ? "Nobody will be able to open it."
            : `${openCount === 1 ? "Its device stops" : `Its ${openCount} devices stop`} at once. The attendees’ names are deleted there as soon as it is online. Scans that were not sent yet are recorded, but admit nobody.`}
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      {...props}
      title={`End the access of ${titleOf(confirmation.device)}?`}
      confirmLabel="End the access"
    >
      <p>
        It stops at once. The attendees’ names are deleted there as soon as it is online. Scans that were not
        sent yet are recorded, but admit nobody. Other devices of the link keep working.
      </p>
    </ConfirmDialog>
  );
}
