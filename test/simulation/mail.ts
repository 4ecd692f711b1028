/** The mail server of a simulation: it may be down, or accept a mail and lose the reply. */
import type { MailTransport } from "../../server/mail/transport.ts";
import type { Dice } from "./dice.ts";
import type { Killable, Turns } from "./turns.ts";

/** The state of the server. */
export interface MailServer {
  isDown: boolean;
  /** The share of accepted mails whose reply is lost, from 0 to 1. */
  losses: number;
  /** The accepted mails by Message-ID: for each time, the node that sent it and whether it got a reply. */
  accepted: Map<string, { owner: Killable; isReplyLost: boolean }[]>;
}

/** The mail transport of one node. */
export function mailTransportOf(
  owner: Killable,
  { server, dice, turns }: { server: MailServer; dice: Dice; turns: Pick<Turns, "inTurn"> },
): MailTransport {
  return {
    kind: "smtp",
    async send(_message, messageId) {
      await turns.inTurn({ label: "mail", owner, pid: null }, async () => {
        if (server.isDown) throw new Error("The mail server does not answer");
        const isReplyLost = dice.chance(server.losses);
        server.accepted.set(messageId, [...(server.accepted.get(messageId) ?? []), { owner, isReplyLost }]);
        if (isReplyLost) throw new Error("The mail server's reply was lost");
      });
    },
    close() {},
  };
}
