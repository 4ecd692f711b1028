import { Button } from "@mantine/core";
import { useState } from "react";
import classes from "./Profile.module.css";

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [message, setMessage] = useState("");
  async function copy(): Promise<void> {
    try {
      // Without https the browser has no clipboard.
      await navigator.clipboard.writeText(codes.join("\n"));
      setMessage("Copied.");
    } catch {
      setMessage("Copying failed. Select the codes and copy them yourself.");
    }
  }
  return (
    <>
      <p role="status">
        The second factor is on. Keep these recovery codes where you find them without your phone. Each works
        once, and they are shown only now.
      </p>
      <ul className={classes.recovery} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p role="status">{message}</p>
      <div className={classes.row}>
        <Button onClick={() => void copy()}>Copy all</Button>
        <Button variant="default" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </>
  );
}
