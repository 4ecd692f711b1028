/** Somebody who gets the mails that a test composes, by a real SMTP server, as their program shows them. */
import { type ComposedMail, createTransport } from "../mail/transport.ts";
import { type ReceivedMail, startMailbox } from "./mailbox.ts";

export interface Reader {
  /** Sends a mail, and gives it as it arrived. */
  delivered(message: ComposedMail, name?: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** Opens a mailbox of zoe@example.org. */
export async function openReader(): Promise<Reader> {
  const mailbox = await startMailbox();
  const transport = createTransport({
    smtpUrl: mailbox.url,
    mailFrom: "tickets@foyer.example",
    outboxDir: "/nowhere",
  });
  return {
    async delivered(message, name = "Zoë") {
      await transport.send({ ...message, to: { name, address: "zoe@example.org" } }, "mail-1");
      const arrived = mailbox.mails().at(-1);
      if (arrived === undefined) throw new Error("nothing arrived");
      return arrived;
    },
    async close() {
      transport.close();
      await mailbox.close();
    },
  };
}
