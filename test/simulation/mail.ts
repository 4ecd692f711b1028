import type { MailTransport } from "../../server/mail/transport.ts";
import type { Dice } from "./dice.ts";
import type { Killable, Turns } from "./turns.ts";

export interface MailServer {
  isDown: boolean;
  /** The share of accepted mails whose reply is lost, from 0 to 1. */
  losses: number;
  /** The acceptances of each mail, by its Message-ID. */
  accepted: Map<string, { owner: Killable; isReplyLost: boolean }[]>;
}

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
