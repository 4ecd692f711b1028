/** The mail server of a simulation: it may refuse, or take a mail and never say so. */
import type { MailTransport } from "../../server/mail/transport.ts";
import type { Dice } from "./dice.ts";
import type { Mortal, Turns } from "./turns.ts";

/** A mail that the server has taken. */
export interface TakenMail {
  messageId: string;
  recipient: string;
  /** The mail's key. */
  key: string;
}

/** What the server does. */
export interface MailServer {
  isDown: boolean;
  /** How many it takes without saying so, from 0 to 1. */
  losses: number;
  taken: TakenMail[];
  /** Mails that it took, and of which the house does not know that: they may come twice, with one Message-ID. */
  unsaid: Set<string>;
}

/** The way out of one node. */
export function postmanOf(
  owner: Mortal,
  { server, dice, turns }: { server: MailServer; dice: Dice; turns: Pick<Turns, "take"> },
): MailTransport {
  return {
    kind: "smtp",
    async send(message, messageId) {
      await turns.take({ label: "mail", owner, pid: null }, async () => {
        if (server.isDown) throw new Error("The mail server does not answer");
        server.taken.push({ messageId, recipient: message.to.address, key: message.subject });
        // Until the house has written it down, a death makes it send the mail again.
        server.unsaid.add(messageId);
        if (dice.chance(server.losses)) throw new Error("The mail server's reply was lost");
      });
    },
    close() {},
  };
}
