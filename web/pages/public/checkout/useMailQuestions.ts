/** Asks about mistyped addresses when the form is sent. While an address is typed, it looks mistyped. */
import { useState } from "react";
import { likelyAddress } from "../../../sale/mailTypos.ts";

export interface MailQuestions {
  /** Asks the questions and focuses the first. False if there is none. */
  ask: (addresses: readonly string[]) => boolean;
  isAsked: (typed: string) => boolean;
  keep: (typed: string) => void;
}

export function useMailQuestions(): MailQuestions {
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [kept, setKept] = useState<readonly string[]>([]);
  return {
    ask(addresses) {
      const open = addresses.filter((typed) => likelyAddress(typed) !== null && !kept.includes(typed));
      if (open.length === 0) return false;
      setAsked(open);
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>("[data-mail-question] button")?.focus(),
      );
      return true;
    },
    isAsked: (typed) => asked.includes(typed) && !kept.includes(typed),
    keep: (typed) => setKept((before) => [...before, typed]),
  };
}
