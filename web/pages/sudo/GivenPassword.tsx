/** Shown only once, because nobody can read it again. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../../ui/Dialog.tsx";
import classes from "./Credentials.module.css";

export interface IssuedPassword {
  email: string;
  password: string;
}

export function IssuedPasswordDialog({
  issued,
  onClose,
}: {
  issued: IssuedPassword | null;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen={issued !== null} title="The new password" onClose={onClose}>
      {issued !== null && <PasswordText issued={issued} onClose={onClose} />}
    </Dialog>
  );
}

function PasswordText({ issued, onClose }: { issued: IssuedPassword; onClose: () => void }) {
  const [message, setMessage] = useState("");
  async function copy(): Promise<void> {
    try {
      // Without https the browser may have no clipboard.
      await navigator.clipboard.writeText(issued.password);
      setMessage("Copied.");
    } catch {
      setMessage("Copying failed. Select the password and copy it yourself.");
    }
  }
  return (
    <>
      <p>For {issued.email}. Give it to them now: it is shown only once.</p>
      <div className={classes.password}>
        <code>{issued.password}</code>
        <Button onClick={() => void copy()}>Copy</Button>
      </div>
      <p role="status">{message}</p>
      <Button variant="default" onClick={onClose}>
        Done
      </Button>
    </>
  );
}
