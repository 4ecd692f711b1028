/** "Did you mean ada@gmail.com?", below an address that looks mistyped. */
import { useId, useRef } from "react";
import { meantAddress } from "../../../sale/mailTypos.ts";
import classes from "./MeantMail.module.css";
import type { MailQuestions } from "./useMailQuestions.ts";

interface MeantMailProps {
  /** The address in the field above. */
  typed: string;
  mail: MailQuestions;
  onUse: (address: string) => void;
}

export function MeantMail({ typed, mail, onUse }: MeantMailProps) {
  const wordsId = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const meant = mail.isAsked(typed) ? meantAddress(typed) : null;
  if (meant === null) return null;

  /** The pressed button goes away, so the focus moves on: to the next question, else to the form's button. */
  function answer(act: () => void) {
    const form = group.current?.closest("form");
    act();
    requestAnimationFrame(() => {
      const next = form?.querySelector<HTMLElement>("[data-meant-mail] button");
      (next ?? form?.querySelector<HTMLElement>("button[type=submit]"))?.focus();
    });
  }

  return (
    <fieldset ref={group} aria-labelledby={wordsId} className={classes.question} data-meant-mail>
      <p id={wordsId}>
        Did you mean <strong>{meant}</strong>?
      </p>
      <div className={classes.choices}>
        <button type="button" className="thumb" onClick={() => answer(() => onUse(meant))}>
          Use {meant}
        </button>
        <button type="button" className="thumb" onClick={() => answer(() => mail.keep(typed))}>
          Keep {typed.trim()}
        </button>
      </div>
    </fieldset>
  );
}
