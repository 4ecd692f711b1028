import { useId, useRef } from "react";
import { likelyAddress } from "../../../sale/mailTypos.ts";
import classes from "./MailQuestion.module.css";
import type { MailQuestions } from "./useMailQuestions.ts";

interface MailQuestionProps {
  typed: string;
  mail: MailQuestions;
  onUse: (address: string) => void;
}

export function MailQuestion({ typed, mail, onUse }: MailQuestionProps) {
  const wordsId = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const meant = mail.isAsked(typed) ? likelyAddress(typed) : null;
  if (meant === null) return null;

  /** The pressed button goes away, so the focus moves to the next question or the form's button. */
  function answer(act: () => void) {
    const form = group.current?.closest("form");
    act();
    requestAnimationFrame(() => {
      const next = form?.querySelector<HTMLElement>("[data-mail-question] button");
      (next ?? form?.querySelector<HTMLElement>("button[type=submit]"))?.focus();
    });
  }

  return (
    <fieldset ref={group} aria-labelledby={wordsId} className={classes.question} data-mail-question>
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
