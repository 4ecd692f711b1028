/**
 * Asks about each e-mail address that looks mistyped, until it is changed or kept. It asks when the form is sent, not
 * while somebody types, because an unfinished address looks mistyped.
 */
import { useState } from "react";
import { likelyAddress } from "../../../sale/mailTypos.ts";

/** The questions about mistyped addresses, by the address as it is typed. */
export interface MailQuestions {
  /** Asks about the addresses that look mistyped, and focuses the first question. False if there is no question. */
  ask: (addresses: readonly string[]) => boolean;
  /** Whether the question about this address is open. */
  isAsked: (typed: string) => boolean;
  /** Keeps an address as it is typed. */
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
