/** A generated password, which sudo passes on. It is shown only once, because nobody can read it again. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../../ui/Dialog.tsx";
import classes from "./Credentials.module.css";

/** The account and its new password. */
export interface IssuedPassword {
  email: string;
  password: string;
}

export function IssuedPasswordDialog({
  given,
  onClose,
}: {
  given: IssuedPassword | null;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen={given !== null} title="The new password" onClose={onClose}>
      {given !== null && <PasswordText given={given} onClose={onClose} />}
    </Dialog>
  );
}

function PasswordText({ given, onClose }: { given: IssuedPassword; onClose: () => void }) {
  const [message, setMessage] = useState("");
  async function copy(): Promise<void> {
    try {
      // Without https the browser has no clipboard.
      await navigator.clipboard.writeText(given.password);
      setMessage("Copied.");
    } catch {
      setMessage("Copying failed. Select the password and copy it yourself.");
    }
  }
  return (
    <>
      <p>For {given.email}. Give it to them now: it is shown only once.</p>
      <div className={classes.password}>
        <code>{given.password}</code>
        <Button onClick={() => void copy()}>Copy</Button>
      </div>
      <p role="status">{message}</p>
      <Button variant="default" onClick={onClose}>
        Done
      </Button>
    </>
  );
}
