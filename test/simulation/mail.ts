/** The mail server of a simulation: it may refuse mails, or accept one and lose the reply. */
import type { MailTransport } from "../../server/mail/transport.ts";
import type { Dice } from "./dice.ts";
import type { Mortal, Turns } from "./turns.ts";

/** An accepted mail. */
export interface TakenMail {
  messageId: string;
  recipient: string;
  /** The mail's key. */
  key: string;
}

/** The state of the server. */
export interface MailServer {
  isDown: boolean;
  /** The share of accepted mails whose reply is lost, from 0 to 1. */
  losses: number;
  taken: TakenMail[];
  /** Accepted mails that our server does not know as sent: they may come twice, with one Message-ID. */
  unsaid: Set<string>;
}

/** The mail transport of one node. */
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
        // Until the node has stored it, a crash makes another one send the mail again.
        server.unsaid.add(messageId);
        if (dice.chance(server.losses)) throw new Error("The mail server's reply was lost");
      });
    },
    close() {},
  };
}
