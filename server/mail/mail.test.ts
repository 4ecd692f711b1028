import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../db/pool.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { type Mailbox, startMailbox } from "../testing/mailbox.ts";
import { barrier } from "../testing/meeting.ts";
import { type ComposeMail, type Composers, composeByKind, openSending, queueMails } from "./mail.ts";
import { failingMails, giveUpMails, type lockUnsentMails, mostAttempts, unsentMails } from "./rows.ts";
import { createTransport, type MailTransport } from "./transport.ts";

let database: TestDatabase;
let mailbox: Mailbox;
let transport: MailTransport;
beforeAll(async () => {
  [database, mailbox] = await Promise.all([testDatabase(), startMailbox()]);
  transport = createTransport({
    smtpUrl: mailbox.url,
    mailFrom: "tickets@foyer.example",
    outboxDir: "/nowhere",
  });
});
afterAll(async () => {
  transport.close();
  await Promise.all([mailbox.close(), database.close()]);
});
beforeEach(async () => {
  await sql`truncate mails`.execute(database.db);
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
});

const now = () => new Date("2026-11-20T10:00:00Z");
const compose: ComposeMail = async ({ recipient, payload }) => ({
  to: { name: "", address: recipient },
  subject: `Registration ${"registrationId" in payload ? payload.registrationId : 0}`,
  html: "<p>Hello</p>",
  text: "Hello",
  attachments: [],
});

function mail(key: string) {
  const recipient = `${key}@example.org`;
  return { key, kind: "tickets" as const, recipient, payload: { registrationId: 7, recipient } };
}

async function queue(...keys: string[]): Promise<number[]> {
  return inTransaction(database.db, (tx) => queueMails(tx, keys.map(mail)));
}

async function jobs(): Promise<{ mailId: number; attempts: number }[]> {
  const { rows } = await sql<{ payload: { mailId: number }; max_attempts: number }>`
    select payload, max_attempts from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id and tasks.identifier = 'sendMail'
    order by jobs.id`.execute(database.db);
  return rows.map(({ payload, max_attempts }) => ({ mailId: payload.mailId, attempts: max_attempts }));
}

/** Like a separate mailer process. */
const send = (composer: ComposeMail, id: number) => openSending(database.db, transport, composer, now)(id);
const rows = () => database.db.selectFrom("mails").selectAll().orderBy("id").execute();

describe("queueing mails", () => {
  test("queueing mails adds a row and a job for each", async () => {
    const ids = await queue("anna", "bo");
    expect(ids).toHaveLength(2);
    expect(await jobs()).toEqual(ids.map((mailId) => ({ mailId, attempts: mostAttempts })));
    expect(await rows()).toMatchObject([
      {
        id: ids[0],
        key: "anna",
        kind: "tickets",
        recipient: "anna@example.org",
        payload: { registrationId: 7, recipient: "anna@example.org" },
        state: "queued",
      },
      { id: ids[1], key: "bo", state: "queued" },
    ]);
  });

  test("queueing a key that was queued before does nothing, also within one call", async () => {
    const [first] = await queue("anna");
    expect(await queue("anna")).toEqual([]);
    expect(await queue("bo", "anna", "bo")).toHaveLength(1);
    expect((await jobs()).map(({ mailId }) => mailId)).toHaveLength(2);
    expect((await rows())[0]?.id).toBe(first);
    expect(await queue()).toEqual([]);
  });

  test("queueing leaves neither row nor job when its transaction is rolled back", async () => {
    const failing = inTransaction(database.db, async (tx) => {
      await queueMails(tx, [mail("anna")]);
      throw new Error("the order was refused");
    });
    await expect(failing).rejects.toThrow("the order was refused");
    expect(await rows()).toEqual([]);
    expect(await jobs()).toEqual([]);
  });

  test("ten concurrent transactions queue each mail once, in any order of the keys", async () => {
    const keys = ["anna", "bo", "chai", "dao"];
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => queue(...(i % 2 === 0 ? keys : keys.toReversed()))),
    );
    expect(await rows()).toHaveLength(4);
    expect(await jobs()).toHaveLength(4);
  });
});

describe("sending a queued mail", () => {
  test("a mail is composed while no transaction is open", async () => {
    const [id = 0] = await queue("anna");
    let openTransactions: number | undefined;
    const observing: ComposeMail = async (queued) => {
      const { rows: found } = await sql<{ open: number }>`select count(*)::int as open from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(database.db);
      openTransactions = found[0]!.open;
      return compose(queued);
    };
    expect(await send(observing, id)).toBe("sent");
    expect(openTransactions).toBe(0);
  });

  test("a mail is sent to the mail server once, and is marked as sent", async () => {
    const before = mailbox.mails().length;
    const [id = 0] = await queue("anna");
    expect(await send(compose, id)).toBe("sent");
    expect(await send(compose, id)).toBe("skipped");
    expect(mailbox.mails().slice(before)).toMatchObject([
      { subject: "Registration 7", recipients: ["anna@example.org"] },
    ]);
    expect(await rows()).toMatchObject([{ state: "sent", attempts: 1, last_error: null, sent_at: now() }]);
  });

  describe("by two workers at the same time", () => {
    /** Both workers compose the mail before either sends it. */
    async function sendByBoth(
      lock?: typeof lockUnsentMails,
    ): Promise<{ results: string[]; arrived: number }> {
      const before = mailbox.mails().length;
      const [id = 0] = await queue("anna");
      const together = barrier(2);
      const composeTogether: ComposeMail = async (queued) => {
        await together();
        return compose(queued);
      };
      const results = await Promise.all(
        [1, 2].map(() => openSending(database.db, transport, composeTogether, now, lock)(id)),
      );
      return { results: results.toSorted(), arrived: mailbox.mails().length - before };
    }

    test("two concurrent workers send a mail once", async () => {
      expect(await sendByBoth()).toEqual({ results: ["sent", "skipped"], arrived: 1 });
    });

    test("control: without the lock of its row, a mail is sent twice", async () => {
      const together = barrier(2);
      const unlocked: typeof lockUnsentMails = async (tx, mailIds) => {
        const unsent = await unsentMails(tx, mailIds);
        await together();
        return unsent.map(({ id }) => id);
      };
      expect(await sendByBoth(unlocked)).toEqual({ results: ["sent", "sent"], arrived: 2 });
    });
  });

  test("mails that are sent together share transactions, and each has its own result", async () => {
    const before = mailbox.mails().length;
    const names = Array.from({ length: 15 }, (_, index) => `guest${index}`);
    const ids = await queue(...names, "gone", "mute");
    mailbox.refuse("gone@example.org", "550 5.1.1 No such user");
    const sendOne = openSending(
      database.db,
      transport,
      async (queued) => (queued.key === "mute" ? null : compose(queued)),
      now,
    );
    const sent = await Promise.all([...ids, ids[1]!].map((id) => sendOne(id)));
    mailbox.refuse("gone@example.org", null);
    // The ids are in the order of the keys: ids[0] is gone, ids[1] is guest0. The mail to guest0 is requested twice.
    expect(sent.toSorted()).toEqual(["refused", ...names.map(() => "sent"), "skipped", "skipped"].toSorted());
    const arrived = mailbox.mails().slice(before);
    expect(arrived.flatMap(({ recipients }) => recipients).toSorted()).toEqual(
      names.map((name) => `${name}@example.org`).toSorted(),
    );
    const all = await rows();
    expect(all.filter(({ state }) => state === "sent")).toHaveLength(15);
    const together = await sql<{ count: number }>`
      select count(distinct xmin::text)::int as count from mails where state = 'sent'`.execute(database.db);
    expect(together.rows[0]!.count).toBeLessThan(15);
  });

  test("a mail that the server refuses temporarily is tried again with the same Message-ID", async () => {
    const [id = 0] = await queue("anna");
    const [queued] = await rows();
    mailbox.failNext(1);
    await expect(send(compose, id)).rejects.toThrow("451");
    const [refused] = await rows();
    expect(refused).toMatchObject({ state: "queued", attempts: 1, sent_at: null });
    expect(refused?.last_error).toContain("Try again later");
    expect(await send(compose, id)).toBe("sent");
    expect(await rows()).toMatchObject([{ state: "sent", attempts: 2, last_error: null }]);
    expect(mailbox.mails().at(-1)?.messageId).toBe(`<${queued?.message_id}@foyer.example>`);
  });

  test("a mail that cannot be composed stays queued with the error", async () => {
    const [id = 0] = await queue("anna");
    const broken = () => Promise.reject(new Error("the event has no key"));
    await expect(send(broken, id)).rejects.toThrow("the event has no key");
    expect(await rows()).toMatchObject([
      { state: "queued", attempts: 1, last_error: "the event has no key" },
    ]);
  });

  test("a mail is given up after its job's last attempt and not before", async () => {
    await queue("anna", "bo");
    const endAttempts = (left: number) =>
      sql`update graphile_worker._private_jobs set attempts = max_attempts - ${left}::int, locked_at = null
        where payload ->> 'mailId' = (select min(id)::text from mails)`.execute(database.db);
    await endAttempts(1);
    await giveUpMails(database.db, now());
    expect(await rows()).toMatchObject([{ state: "queued" }, { state: "queued" }]);
    await endAttempts(0);
    await sql`update graphile_worker._private_jobs set locked_at = now()`.execute(database.db);
    await giveUpMails(database.db, now());
    expect(await rows()).toMatchObject([{ state: "queued" }, { state: "queued" }]);
    await endAttempts(0);
    await giveUpMails(database.db, now());
    expect(await rows()).toMatchObject([
      { state: "failed", bounced_at: now(), last_error: "Sending was interrupted at each attempt" },
      { state: "queued", bounced_at: null, last_error: null },
    ]);
    expect(await jobs()).toHaveLength(1);
  });

  test("a mail that is given up keeps the reason of its last failure, and a sent one stays sent", async () => {
    const [anna = 0, bo = 0] = await queue("anna", "bo");
    await expect(send(() => Promise.reject(new Error("no")), anna)).rejects.toThrow("no");
    expect(await send(compose, bo)).toBe("sent");
    await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(database.db);
    await giveUpMails(database.db, now());
    expect(await rows()).toMatchObject([
      { state: "failed", bounced_at: now(), last_error: "no" },
      { state: "sent", bounced_at: null, last_error: null },
    ]);
  });

  test.each(["550 5.1.1 No such user", "552 5.2.2 Mailbox full", "550 Nobody", "550 No user relay"])(
    "a mail with a permanently refused address (%s) fails immediately; a later success clears the bounce",
    async (reply) => {
      const [id = 0] = await queue("anna");
      mailbox.refuse("anna@example.org", reply);
      expect(await send(compose, id)).toBe("refused");
      const [refused] = await rows();
      expect(refused).toMatchObject({ state: "failed", attempts: 1, bounced_at: now() });
      expect(refused?.last_error).toContain(reply.slice(4));
      mailbox.refuse("anna@example.org", null);
      const [again = 0] = await inTransaction(database.db, (tx) =>
        queueMails(tx, [{ ...mail("anna"), key: "anna again" }]),
      );
      expect(await send(compose, again)).toBe("sent");
      expect((await rows()).map(({ bounced_at }) => bounced_at)).toEqual([null, null]);
    },
  );

  test.each([
    "450 4.2.0 Greylisted",
    "550 5.7.1 Relaying denied",
    "550 relay not permitted",
    "550 5.1.0 <tickets@club.example>: Sender address rejected: User unknown",
    "550 5.1.8 Bad sender's system address",
    "553 5.1.7 Bad sender",
    "550 Relaying denied",
    "554 5.3.0 Out of order",
  ])("a mail that is refused for another reason than its address (%s) is tried again", async (reply) => {
    const [id = 0] = await queue("anna");
    mailbox.refuse("anna@example.org", reply);
    await expect(send(compose, id)).rejects.toThrow(reply.slice(0, 3));
    expect(await rows()).toMatchObject([{ state: "queued", attempts: 1, bounced_at: null }]);
    mailbox.refuse("anna@example.org", null);
  });

  test("a mail without content is not sent, and counts neither as sent nor as failing", async () => {
    const before = mailbox.mails().length;
    const [id = 0] = await queue("anna");
    expect(await send(async () => null, id)).toBe("skipped");
    expect(mailbox.mails()).toHaveLength(before);
    expect(await rows()).toMatchObject([{ state: "failed", sent_at: null }]);
    expect(await failingMails(database.db, undefined)).toEqual([]);
  });

  test("a mail that another worker sent meanwhile stays sent, even if it has no content now", async () => {
    const [id = 0] = await queue("anna");
    const overtaken: ComposeMail = async () => {
      expect(await send(compose, id)).toBe("sent");
      return null;
    };
    expect(await send(overtaken, id)).toBe("skipped");
    expect(await rows()).toMatchObject([{ state: "sent", last_error: null }]);
  });

  test("a mail of an unknown kind fails with an error and stays queued", async () => {
    const [id = 0] = await queue("anna");
    await sql`update mails set kind = 'ofALaterVersion'`.execute(database.db);
    await expect(send(composeByKind({} as Composers), id)).rejects.toThrow(
      "No composer writes mails of the kind ofALaterVersion",
    );
    expect(await rows()).toMatchObject([{ state: "queued", attempts: 1 }]);
  });

  test("a mail that does not exist is skipped", async () => {
    expect(await send(compose, 999_999)).toBe("skipped");
  });
});
