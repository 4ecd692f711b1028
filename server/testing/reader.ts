import { type ComposedMail, createTransport } from "../mail/transport.ts";
import { type ReceivedMail, startMailbox } from "./mailbox.ts";

export interface Reader {
  /** Sends a mail, and returns it as received. */
  delivered(message: ComposedMail, name?: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** Opens a mailbox of zoe@example.org behind a real SMTP server. */
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
