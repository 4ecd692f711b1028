/** The mail server of a simulation: it may refuse mails, or accept one and lose the reply. */
import type { MailTransport } from "../../server/mail/transport.ts";
import type { Dice } from "./dice.ts";
import type { Killable, Turns } from "./turns.ts";

/** An accepted mail. */
export interface AcceptedMail {
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
  accepted: AcceptedMail[];
  /** Accepted mails that no node may have stored as sent. They may come twice, with one Message-ID. */
  unconfirmed: Set<string>;
}

/** The mail transport of one node. */
export function mailTransportOf(
  owner: Killable,
  { server, dice, turns }: { server: MailServer; dice: Dice; turns: Pick<Turns, "inTurn"> },
): MailTransport {
  return {
    kind: "smtp",
    async send(message, messageId) {
      await turns.inTurn({ label: "mail", owner, pid: null }, async () => {
        if (server.isDown) throw new Error("The mail server does not answer");
        server.accepted.push({ messageId, recipient: message.to.address, key: message.subject });
        // If the node dies before it stores that the mail was sent, another node sends it again.
        server.unconfirmed.add(messageId);
        if (dice.chance(server.losses)) throw new Error("The mail server's reply was lost");
      });
    },
    close() {},
  };
}
