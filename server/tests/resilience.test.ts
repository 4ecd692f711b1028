import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTransport } from "../mail/transport.ts";
import { withCircuitBreaker } from "../payments/breaker.ts";
import { sweepSteps } from "../tasks.ts";
import { buildEvent, buildTicket } from "../testing/builders.ts";
import { people, placeTestOrder } from "../testing/buying.ts";
import { askByForm } from "../testing/form.ts";
import { allTasks, runDue } from "../testing/jobs.ts";
import { startMailbox } from "../testing/mailbox.ts";
import { type StripeApp, stripeApp } from "../testing/stripeApp.ts";
import { buildTwoClubs, type TwoClubs } from "../testing/twoClubs.ts";

let app: StripeApp;
let clubs: TwoClubs;
let folder: string;
beforeAll(async () => {
  app = await stripeApp({ wrap: (provider) => withCircuitBreaker(provider, () => new Date()) });
  clubs = await buildTwoClubs(app);
  folder = await mkdtemp(join(tmpdir(), "foyer-resilience-"));
  app.services.dataDir = folder;
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function runJobs(smtpUrl: string): Promise<void> {
  const transport = createTransport({ smtpUrl, mailFrom: "Foyer <tickets@foyer.test>", outboxDir: folder });
  await runDue(app, allTasks(app, transport));
  transport.close();
}

const makeRetriesDue = () =>
  sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.database.db);

const degraded = async () => (await app.ask("health/ready")).payload.degraded;

async function buildSale(price = 2500) {
  const event = await buildEvent(app.database.db, { clubId: clubs.clubId });
  return { ...event, ticketId: (await buildTicket(app.database.db, event.id, { price })).id };
}

const register = (eventId: number, ticketId: number, email: string) =>
  app.ask("registration/express", {
    body: { eventId, tickets: [{ ticketId, quantity: 1 }], attendees: people(ticketId, 1, email) },
  });

describe("without a mail server", () => {
  test("without a mail server, tickets are sold, and each mail is sent once when the server is back", async () => {
    const { id, ticketId } = await buildSale(0);
    const buyers = ["ada@example.org", "ben@example.org"];
    for (const buyer of buyers) expect((await register(id, ticketId, buyer)).status).toBe(200);
    await runJobs("smtp://127.0.0.1:1");
    expect(await degraded()).toEqual(["mail"]);
    const waiting = await app.database.db
      .selectFrom("mails")
      .select(["state", "attempts", "last_error"])
      .execute();
    expect(waiting).toEqual(
      buyers.map(() => ({
        state: "queued",
        attempts: expect.any(Number),
        last_error: expect.stringContaining("ECONNREFUSED"),
      })),
    );

    const mailbox = await startMailbox();
    await expect
      .poll(async () => {
        await makeRetriesDue();
        await runJobs(mailbox.url);
        return degraded();
      })
      .toEqual([]);
    expect(
      mailbox
        .mails()
        .flatMap(({ recipients }) => recipients)
        .sort(),
    ).toEqual(buyers);
    await mailbox.close();
  });
});

describe("without a mailer", () => {
  test("mail is degraded while mails wait for more than ten minutes, and not after they were given up", async () => {
    const { id, ticketId } = await buildSale(0);
    expect((await register(id, ticketId, "cleo@example.org")).status).toBe(200);
    const waitFor = (minutes: number) =>
      sql`update graphile_worker._private_jobs set run_at = now() - make_interval(mins => ${minutes}::int)`.execute(
        app.database.db,
      );
    await waitFor(5);
    expect(await degraded()).toEqual([]);
    await waitFor(11);
    expect(await degraded()).toEqual(["mail"]);
    await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = '450 Greylisted'`.execute(
      app.database.db,
    );
    await sweepSteps(app).giveUpMails!();
    expect(await degraded()).toEqual([]);
  });
});

describe("without the provider", () => {
  test("without the payment provider, payments are refused, places stay held, and pages, free tickets and orders work; later payments work again", async () => {
    const { id, slug, ticketId } = await buildSale();
    const free = await buildTicket(app.database.db, id, { price: 0 });
    const { registrationId, accessKey, order: placed } = await placeTestOrder(app, id, ticketId);
    const body = { orderId: placed.id, accessKey };
    app.stripe.down(true);
    const refused = await app.ask("stripe/create-payment-intent", { body });
    expect(refused).toMatchObject({
      status: 503,
      code: "busy",
      msg: "The payment provider does not answer. Nothing was charged. Please try again in a moment.",
    });
    expect(refused.headers["retry-after"]).toBeDefined();
    expect(await degraded()).toEqual(["payments"]);

    expect((await app.ask("event/getEventBySlug", { query: { slug } })).status).toBe(200);
    expect((await register(id, free.id, "cleo@example.org")).payload.registration.status).toBe(true);
    expect((await placeTestOrder(app, id, ticketId)).order.paymentStatus).toBe("pending");
    const staff = { token: clubs.tokens.admin };
    expect((await app.ask("order/getOrders", { query: { eventId: id }, ...staff })).status).toBe(200);
    expect((await app.checkout.sweep()).postponed).toBe(0);

    app.stripe.down(false);
    const started = await app.ask("stripe/create-payment-intent", { body });
    expect(started.status).toBe(200);
    app.stripe.pay(started.payload.paymentIntentId);
    await app.stripe.settled();
    const shown = await app.ask("stripe/get-registration-from-payment", {
      query: { paymentIntentId: started.payload.paymentIntentId, accessKey },
    });
    expect(shown.payload).toMatchObject({
      processed: true,
      registration: { id: registrationId, status: true },
    });
    expect(app.stripe.book().intents.filter(({ status }) => status === "succeeded")).toHaveLength(1);
    expect(await degraded()).toEqual([]);
  });
});

describe("without the picture folder", () => {
  const fields = {
    id: "null",
    name: "Without a picture",
    startDatetime: "2030-05-01T18:00:00Z",
    isActive: "true",
  };
  const picture = () =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: "#246" } })
      .jpeg()
      .toBuffer();
  const save = async (...files: [Buffer, string][]) =>
    askByForm(app, "event/save", { fields, files, token: clubs.tokens.admin });

  test("a missing picture folder is created with the first picture", async () => {
    app.services.dataDir = join(folder, "new", "data");
    expect((await save([await picture(), "x.jpg"])).payload.banner).toMatch(/\.jpg$/);
    expect(await degraded()).toEqual([]);
  });

  test.each([
    ["cannot be created", ["file", "data"]],
    ["is a file", ["file"]],
  ])(
    "if the picture folder %s, uploads are refused, and events without a picture and the default pictures of pages work",
    async (_why, where) => {
      await writeFile(join(folder, "file"), "");
      app.services.dataDir = join(folder, ...where);
      expect(await degraded()).toEqual(["images"]);
      expect(await save([await picture(), "x.jpg"])).toMatchObject({
        status: 503,
        code: "busy",
        msg: "Pictures cannot be saved at the moment. Save without the picture, or try again later.",
      });
      const saved = await save();
      expect(saved.payload.name).toBe("Without a picture");
      const { slug } = saved.payload;
      expect((await app.ask("event/getEventBySlug", { query: { slug } })).status).toBe(200);
      const shown = await app.http.inject({ url: "/api/event-banner/AAAAAAAAAAAAAAAAAAAAAA.jpg" });
      expect([shown.statusCode, shown.headers["content-type"]]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ]);
      expect(shown.rawPayload.length).toBeGreaterThan(100);

      app.services.dataDir = folder;
      expect((await save([await picture(), "x.jpg"])).status).toBe(200);
      expect(await degraded()).toEqual([]);
    },
  );
});
