import sharp from "sharp";
import type { CallName } from "../../contract/all.ts";
import type { TestApp, TestReply, TestRequest } from "./app.ts";
import { buildEntry } from "./builders.ts";
import { card } from "./buying.ts";
import { askByForm } from "./form.ts";

export type WholeEvent = Awaited<ReturnType<typeof buildWholeEvent>>;

/** A JPEG of one colour. */
export const plainPicture = (color: string): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

/** Builds an event with parts of many kinds. */
export async function buildWholeEvent(app: TestApp, { token, clubId }: { token: string; clubId: number }) {
  async function must<N extends CallName>(name: N, request: TestRequest): Promise<TestReply<N>["payload"]> {
    const reply = await app.ask(name, request);
    if (reply.status !== 200)
      throw new Error(`${name}: ${reply.code} ${reply.msg} ${JSON.stringify(reply.payload)}`);
    return reply.payload;
  }
  const save = <N extends CallName>(name: N, body: object) => must(name, { body, token });
  const start = new Date(app.time.now.getTime() + 40 * 86_400_000);
  const instant = (days: number) => new Date(start.getTime() + days * 86_400_000).toISOString();

  const { payload: event } = await askByForm(app, "event/save", {
    token,
    files: [[await plainPicture("#246"), "banner.jpg"]],
    fields: {
      name: "Sommerfest “=1+1”, สวัสดี",
      description: '<p>By the <strong>water</strong>, see <a href="https://example.org">the plan</a>.</p>',
      location: "Pier 7, Hamburg",
      startDatetime: start.toISOString(),
      endDatetime: instant(2),
      timeZone: "Europe/Berlin",
      currency: "eur",
      taxAmount: "19",
      pricesIncludeTax: "true",
      isActive: "true",
      config: JSON.stringify({
        holdMinutes: 20,
        capacity: 120,
        maxTicketsPerRegistration: 12,
        salesEnd: instant(1),
        cancelUntilHours: 24,
        waitingList: true,
        ticketNote: "Bring a coat.",
      }),
      landingConfig: JSON.stringify({
        heroTitle: "Summer",
        overviewDescription: "<h2>Why</h2><p>Because.</p>",
        accentColor: "#c79f5a",
      }),
    },
  });
  const eventId = event.id;
  const rate = await save("taxRate/save", { clubId, name: "Food", percent: 7 });
  const hall = await save("sharedCapacity/save", { eventId, title: "Main hall", maxPlaces: 80 });
  const adult = await save("ticket/save", {
    eventId,
    title: "Adult",
    description: "With a seat.",
    price: 2500,
    maxStock: 60,
    sharedCapacityId: hall.id,
    salesEnd: instant(-1),
  });
  const free = await save("ticket/save", {
    eventId,
    title: "Child",
    price: 0,
    maxStock: 40,
    sharedCapacityId: hall.id,
  });
  const day = instant(1).slice(0, 10);
  const members = await save("ticket/save", {
    eventId,
    title: "Child",
    price: 1000,
    maxStock: 5,
    isHidden: true,
    validDays: [day],
    taxRateId: rate.id,
  });
  const soldOut = await save("ticket/save", {
    eventId,
    title: "Balcony",
    price: 0,
    maxStock: 0,
    isActive: false,
  });
  await save("ticket/reorder", { eventId, ticketIds: [free.id, adult.id] });
  const questions = await save("form/save", {
    payload: {
      eventId,
      formQuestions: [
        {
          typeId: 2,
          text: "Which meal?",
          options: ["Fish, grilled", "Soup; hot"],
          required: true,
          showAtDoor: true,
        },
        { typeId: 0, text: "Which fish?", showIf: { questionId: -1, equals: "Fish, grilled" } },
        { typeId: 3, text: "Which days?", options: ["Friday", "Saturday"], askedWhen: "later" },
        { typeId: 1, text: "Anything else?", ticketIds: [adult.id] },
        { typeId: 10, text: "the house rules", askedOf: "buyer" },
      ],
      rmQIds: [],
    },
  });
  const [meal, fish, days, anything, rules] = questions.map(({ id }) => id);
  const dinner = await save("event/saveExtras", {
    newExtras: {
      eventId,
      name: "Dinner",
      price: 1500,
      maxStock: 30,
      content: [{ name: "Course", quantity: 3 }],
      taxRateId: rate.id,
    },
  });
  const gold = await save("sponsorship-package/save", {
    eventId,
    name: "Gold",
    price: 50_000,
    features: [{ text: "Your logo", included: true }],
    availableCount: 3,
    tickets: { ticketId: adult.id, quantity: 2 },
  });
  await save("promoCode/save", { eventId, code: "EARLY", kind: "percent", value: 10, endsAt: instant(0) });
  await save("promoCode/save", {
    eventId,
    code: "MEMBER",
    kind: "access",
    ticketIds: [members.id],
    maxUses: 4,
  });

  const paid = await must("registration/express", {
    body: {
      eventId,
      promoCode: "EARLY",
      tickets: [
        { ticketId: adult.id, quantity: 2 },
        { ticketId: free.id, quantity: 1 },
      ],
      extras: [{ extrasId: dinner.id, quantity: 2 }],
      attendees: [
        {
          ticketId: adult.id,
          firstName: "Jörg",
          lastName: "O’Neill",
          email: "joerg@example.org",
          phone: "+49 40 123456",
          answers: [
            { questionId: meal, answer: "Fish, grilled" },
            { questionId: fish, answer: "=Cod" },
            { questionId: anything, answer: 'two\nlines; “quotes”, "more"' },
            { questionId: rules, answer: "true" },
          ],
        },
        {
          ticketId: adult.id,
          firstName: "สมชาย",
          lastName: "ใจดี",
          answers: [{ questionId: meal, answer: "Soup; hot" }],
        },
        {
          ticketId: free.id,
          firstName: "Kim",
          email: "kim@example.org",
          answers: [{ questionId: meal, answer: "Soup; hot" }],
        },
      ],
      additionalFields: { "@Company": "+Rowers", Status: "guest" },
    },
  });
  const started = await must("stripe/create-payment-intent", {
    body: { orderId: paid.order.id, accessKey: paid.accessKey },
  });
  await must("stripe/confirm-payment", {
    body: { paymentIntentId: started.paymentIntentId, accessKey: paid.accessKey, card: card() },
  });
  await save("order/refund", { orderId: paid.order.id, amount: 500, reason: "A cold soup" });
  await app.checkout.makeRefunds(paid.order.id);
  const { insertCount } = await save("registration/bulkImportAttendee", {
    eventId,
    rows: [
      ["Name", "E-mail", "Ticket", "Order", "Price", "Registered at", "Checked in", "Which days?"],
      [
        "Ada Lovelace",
        "ada@example.org",
        "Adult",
        "A-1",
        "20.00",
        "2025-05-01T10:00:00Z",
        "2025-05-02T11:00:00Z",
        "Friday; Saturday",
      ],
      ["", "", "Adult", "A-1", "10.00", "", "", ""],
    ],
  });
  if (insertCount !== 2) throw new Error(`The import registered ${insertCount}`);
  const cancelled = await must("registration/express", {
    body: {
      eventId,
      tickets: [{ ticketId: free.id, quantity: 1 }],
      attendees: [
        {
          ticketId: free.id,
          firstName: "Left",
          email: "left@example.org",
          answers: [{ questionId: meal, answer: "Soup; hot" }],
        },
      ],
    },
  });
  await save("registration/updateStatus", { id: cancelled.registration.id, status: false });
  const [first] = paid.attendees;
  await save("checkin/save", {
    eventId,
    attendeeId: first!.attendeeId,
    registrationId: paid.registration.id,
  });

  const sponsorship = await must("sponsorship/create", {
    body: {
      eventId,
      packageId: gold.id,
      sponsorData: { firstName: "Eve", email: "eve@example.org", organization: "Engines & Sons" },
    },
  });
  const proof = { sponsorshipId: sponsorship.sponsorship.id, accessKey: sponsorship.accessKey };
  const intent = await must("sponsorship/createSponsorshipPaymentIntent", { body: proof });
  await must("stripe/confirm-payment", {
    body: { paymentIntentId: intent.paymentIntentId, accessKey: proof.accessKey, card: card() },
  });
  await askByForm(app, "sponsorship/setLogo", {
    token,
    files: [[await plainPicture("#a33"), "logo.jpg"]],
    fields: { sponsorshipId: String(proof.sponsorshipId), accessKey: proof.accessKey },
  });
  await buildEntry(app.database.db, { event, ticketId: soldOut.id, name: "Waits", places: 2 });
  return { event, eventId, ticketIds: { adult: adult.id, free: free.id, members: members.id }, days };
}
