import { Button } from "@mantine/core";
import { useState } from "react";
import type { PayloadOf } from "../../../../contract/all.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { QrCode } from "../../../ui/qr/QrCode.tsx";
import classes from "./LinkSecrets.module.css";

/** Also the reply of door/newPin. */
export type NewLinkSecrets = PayloadOf<"door/addLink">;

export function LinkSecrets({
  secrets: { link, url, pin },
  onClose,
}: {
  secrets: NewLinkSecrets;
  onClose: () => void;
}) {
  const [message, setMessage] = useState<string | null>(null);

  async function copy(text: string, words: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setMessage(words);
    } catch {
      setMessage("This browser does not allow copying. Select the text and copy it.");
    }
  }

  async function share(): Promise<void> {
    try {
      await navigator.share({ title: `Help at ${link.gate}`, url });
    } catch {
      // Closing the share dialog without a choice rejects.
    }
  }

  return (
    <Dialog isOpen title={`The link for ${link.gate}`} onClose={onClose}>
      <p className={classes.lead}>
        You see this only once. Send the address and the PIN in two different ways: anybody who has both can
        check people in.
      </p>
      <div className={classes.secrets}>
        <div className={classes.code}>
          <QrCode text={url} label={`QR code of the link for ${link.gate}`} />
        </div>
        <dl>
          <dt>PIN</dt>
          <dd className={classes.pin}>{pin}</dd>
          <dt>Address</dt>
          <dd className={classes.url}>{url}</dd>
        </dl>
      </div>
      <p className={classes.told} role="status">
        {message}
      </p>
      <div className={classes.acts}>
        <Button variant="default" onClick={() => void copy(url, "The address is copied.")}>
          Copy the address
        </Button>
        <Button variant="default" onClick={() => void copy(pin, "The PIN is copied.")}>
          Copy the PIN
        </Button>
        {"share" in navigator && (
          <Button variant="default" onClick={() => void share()}>
            Share the address
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
