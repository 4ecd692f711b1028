import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A parsed mail with its envelope's recipients and its source. */
export type ReceivedMail = Email & { recipients: string[]; source: Buffer };

export interface Mailbox {
  url: string;
  mails(): ReceivedMail[];
  /** Resolves once there are `count` mails; rejects if the mailbox closes first. */
  waitForCount(count: number): Promise<ReceivedMail[]>;
  /** Refuses a recipient with a reply such as "550 5.1.1 Nobody"; null accepts it again. */
  refuse(address: string, reply: string | null): void;
  /** Refuses the next `count` mails temporarily (451). */
  failNext(count: number): void;
  close(): Promise<void>;
}

/** Starts an SMTP server on a free port. */
export async function startMailbox(): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  const waiting = new Set<{
    count: number;
    resolve(mails: ReceivedMail[]): void;
    reject(error: Error): void;
  }>();
  let failures = 0;
  const refused = new Map<string, string>();

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, done) {
      const reply = refused.get(address);
      if (reply === undefined) return done();
      done(Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) }));
    },
    onData(stream, session, done) {
      readAll(stream)
        .then(async (source) => {
          if (failures > 0) {
            failures -= 1;
            throw Object.assign(new Error("Try again later"), { responseCode: 451 });
          }
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          received.push({ ...(await PostalMime.parse(source)), recipients, source });
          done();
          for (const waiter of waiting) {
            if (received.length < waiter.count) continue;
            waiting.delete(waiter);
            waiter.resolve([...received]);
          }
        })
        .catch(done);
    },
  });
  // A client may disconnect while it sends.
  server.on("error", () => {});
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () => [...received],
    waitForCount: (count) =>
      received.length >= count
        ? Promise.resolve([...received])
        : new Promise((resolve, reject) => waiting.add({ count, resolve, reject })),
    refuse(address, reply) {
      if (reply === null) refused.delete(address);
      else refused.set(address, reply);
    },
    failNext(count) {
      failures = count;
    },
    async close() {
      for (const { count, reject } of waiting) {
        reject(new Error(`The mailbox closed with ${received.length} of ${count} mails`));
      }
      waiting.clear();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
