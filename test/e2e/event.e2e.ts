import { demo, expect, expectAccessible, open, test } from "./journey.ts";
import { mailedTo } from "./outbox.ts";
import { expectRoomForThumbs } from "./thumbs.ts";

test("an event page shows the time in its zone and in the visitor's zone, the place and the club", async ({
  page,
}) => {
  await open(page, `/${demo.onSale}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gala Night on the Quay");
  const facts = page.locator("dl");
  await expect(facts).toContainText("6:30 PM – 11:45 PM");
  await expect(facts).toContainText("Berlin time (GMT+1)");
  await expect(facts).toContainText(/Your time: .*12:30 PM – 5:45 PM/);
  await expect(facts.getByRole("link", { name: /Open in a map/ })).toHaveAttribute(
    "href",
    /google\.com\/maps\/search\/.*Boathouse/,
  );
  await expect(facts).toContainText("Harbour Club Hamburg");
});

test("an event page shows a ticket's price and places left, and links to the tickets", {
  tag: "@main",
}, async ({ page }) => {
  await open(page, `/${demo.onSale}`);
  const tickets = page.getByRole("region", { name: "Tickets" });
  await expect(tickets.getByRole("listitem").filter({ hasText: "Dinner and dance" })).toContainText("€95");
  await expect(tickets.getByRole("listitem").filter({ hasText: "Dinner and dance" })).toContainText(
    /\d+ left/,
  );
  await expect(tickets).toContainText("Prices include tax (19%).");
  await tickets.getByRole("link", { name: "Get tickets" }).click();
  await expect(page).toHaveURL(new RegExp(`/${demo.onSale}/tickets$`));
});

test("an event can be added to a calendar", async ({ page }) => {
  await open(page, `/${demo.onSale}`);
  await page.getByText("Add to calendar").click();
  await expect(page.getByRole("link", { name: /Google Calendar/ })).toHaveAttribute(
    "href",
    /calendar\.google\.com.*dates=\d{8}T\d{6}Z/,
  );
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: /\.ics/ }).click();
  expect((await download).suggestedFilename()).toMatch(/\.ics$/);
});

test("the club's name above an event leads to the club's page, with its events and calendar", async ({
  page,
}) => {
  await open(page, `/${demo.onSale}`);
  await page.getByRole("link", { name: "Harbour Club Hamburg" }).click();
  await expect(page).toHaveURL(/\/club\/\d+$/);
  await expect(page).toHaveTitle("Harbour Club Hamburg: Events | Foyer");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Harbour Club Hamburg");
  const coming = main.getByRole("region", { name: "Upcoming events" });
  await expect(coming.getByRole("link", { name: /Gala Night/ })).toBeVisible();
  await expect(coming.getByRole("link", { name: /Lantern Night Run/ })).toHaveCount(0);
  await expect(
    main.getByRole("region", { name: "Past events" }).getByRole("link", { name: /Candlelight/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await main.getByText("Subscribe to calendar").click();
  const program = main.getByRole("link", { name: "Apple, Outlook and others" });
  await expect(program).toHaveAttribute("href", /^webcal:\/\/.*\/api\/event\/feed\.ics\?clubId=\d+$/);
  await expect(main.getByRole("link", { name: "Google Calendar" })).toHaveAttribute(
    "href",
    /calendar\.google\.com.*cid=webcal/,
  );
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await main.getByRole("link", { name: "Download (.ics)" }).click();
  expect((await download).suggestedFilename()).toBe("events.ics");
});

test("an event's link is copied if the device has no share sheet", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await open(page, `/${demo.onSale}`);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Link copied." })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test("an event that is over or sold out says so, and offers nothing to buy", { tag: "@main" }, async ({
  page,
}) => {
  for (const [slug, words] of [
    [demo.over, "This event is over"],
    [demo.soldOut, "Sold out"],
  ] as const) {
    await open(page, `/${slug}`);
    await expect(page.getByRole("region", { name: "Tickets" }).getByText(words).first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Get tickets" })).toHaveCount(0);
  }
});

test.describe("an unknown address", () => {
  test.use({ expectedNoise: /status of 404/ });

  test("an unknown address shows the NotFound page with status 404", { tag: "@main" }, async ({ page }) => {
    const reply = await page.goto("/no-such-event");
    expect(reply?.status()).toBe(404);
    await expect(page).toHaveTitle("Not Found | Foyer");
    await page.getByRole("main").getByRole("link", { name: "See all events" }).click();
    await expect(page).toHaveTitle("Home | Foyer");
  });
});

test("an event page has data for search engines and link previews", { tag: "@main" }, async ({ page }) => {
  await page.goto(`/${demo.onSale}`);
  const jsonLd = JSON.parse((await page.locator("script[type='application/ld+json']").textContent()) ?? "");
  expect(jsonLd).toMatchObject({
    "@type": "Event",
    name: "Gala Night on the Quay",
    eventStatus: "https://schema.org/EventScheduled",
    offers: [{ price: "95.00", priceCurrency: "EUR", availability: "https://schema.org/InStock" }, {}, {}],
  });
  await expect(page.locator("meta[property='og:title']")).toHaveAttribute(
    "content",
    "Gala Night on the Quay",
  );
  await expect(page.locator("meta[name=description]")).toHaveAttribute("content", /Once a year/);
  await expect(page.locator("title")).toHaveCount(1);
});

test("a visitor registers for a free event on its page: name, e-mail, one button", { tag: "@main" }, async ({
  page,
}) => {
  await open(page, `/${demo.free}`);
  const form = page.getByRole("form", { name: "Register" });
  await form.getByLabel("Your name").fill("Mia van der Berg");
  await form.getByLabel("E-mail").fill("mia@example.org");
  await form.getByRole("button", { name: "Register for free" }).click();
  await expect(page).toHaveURL(new RegExp(`/${demo.free}/success`));
  await expect(page.getByText("Mia van der Berg").first()).toBeVisible();
});

test("a mistake in the registration is shown at its field", { tag: "@main" }, async ({ page }) => {
  await open(page, `/${demo.free}`);
  const form = page.getByRole("form", { name: "Register" });
  await form.getByLabel("E-mail").fill("no address");
  await form.getByRole("button", { name: "Register for free" }).click();
  await expect(form.getByLabel("Your name")).toHaveAccessibleDescription("Enter your name.");
  await expect(form.getByLabel("E-mail")).toHaveAccessibleDescription(/Enter an e-mail address like/);
  await expect(form.getByLabel("Your name")).toBeFocused();
  await expect(form.getByLabel("E-mail")).toHaveValue("no address");
});

test.describe("a lost mail", () => {
  test.use({ viewport: { width: 390, height: 844 }, expectedNoise: /status of 400/ });

  test("tickets are mailed again on request, and the page answers the same for every address", async ({
    page,
  }) => {
    const email = `lost-${process.pid}-${Date.now()}@example.org`;
    await open(page, `/${demo.free}`);
    const registering = page.getByRole("form", { name: "Register" });
    await registering.getByLabel("Your name").fill("Lotte Verloren");
    await registering.getByLabel("E-mail").fill(email);
    await registering.getByRole("button", { name: "Register for free" }).click();
    await expect(page).toHaveURL(new RegExp(`/${demo.free}/success`));

    await open(page, `/${demo.free}`);
    await page.getByRole("main").getByRole("link", { name: "Find my tickets" }).click();
    await expect(page).toHaveTitle(/^.+: Find Your Tickets \| Foyer$/);
    const form = page.getByRole("form", { name: "Find tickets" });
    await form.getByLabel("E-mail").fill("no address");
    await form.getByRole("button", { name: "Mail me my tickets" }).click();
    await expect(form.getByLabel("E-mail")).toHaveAccessibleDescription(/Please enter an e-mail address/);
    await expect(form.getByLabel("E-mail")).toBeFocused();
    await expectAccessible(page);
    await expectRoomForThumbs(page);

    for (const address of ["nobody@example.org", email.toUpperCase()]) {
      await form.getByLabel("E-mail").fill(address);
      await form.getByRole("button", { name: "Mail me my tickets" }).click();
      const answer = page.getByRole("main").getByRole("status");
      await expect(answer).toHaveText(`If there are tickets for ${address}, we have mailed them.`);
      await expect(answer).toBeFocused();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Switch theme" }).click();
      await expectAccessible(page);
      await page.getByRole("link", { name: "Try another address" }).click();
      await expect(form).toBeVisible();
    }
    const link = await mailedTo(email, /find your tickets.*?(https?:\/\/\S+\/tickets\?\S+)/s);
    await open(page, link);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your ticket");
    await expect(page.getByText("Lotte Verloren").first()).toBeVisible();
  });
});

test.describe("two registrations of one address", () => {
  test.use({ viewport: { width: 390, height: 844 }, expectedNoise: /status of 400/ });

  test("one mail lists all registrations of an address", async ({ page, request }) => {
    const email = `several-${process.pid}-${Date.now()}@example.org`;
    const payloadOf = async (path: string, data?: object) => {
      const reply = await (data === undefined
        ? request.get(`/api/${path}`)
        : request.post(`/api/${path}`, { data }));
      expect(reply.status(), path).toBe(200);
      return (await reply.json()).payload;
    };
    const { id: eventId, name } = await payloadOf(`event/getEventBySlug?slug=${demo.free}`);
    const [{ id: ticketId }] = await payloadOf(`ticket/getTicketsByEventId?eventId=${eventId}`);
    for (const firstName of ["Lotte", "Lars"])
      await payloadOf("registration/express", {
        eventId,
        tickets: [{ ticketId, quantity: 1 }],
        attendees: [{ ticketId, firstName, lastName: "Verloren", email }],
      });

    await open(page, "/");
    await page.getByRole("main").getByRole("link", { name: "Find my tickets" }).click();
    await expect(page).toHaveTitle("Find My Tickets | Foyer");
    const form = page.getByRole("form", { name: "Find tickets" });
    await form.getByLabel("E-mail").fill("no address");
    await form.getByRole("button", { name: "Mail me my tickets" }).click();
    await expect(form.getByLabel("E-mail")).toHaveAccessibleDescription(/Please enter an e-mail address/);
    await expectAccessible(page);
    await expectRoomForThumbs(page);

    const address = email.toUpperCase();
    await form.getByLabel("E-mail").fill(address);
    await form.getByRole("button", { name: "Mail me my tickets" }).click();
    const answer = page.getByRole("main").getByRole("status");
    await expect(answer).toHaveText(`If there are tickets for ${address}, we have mailed them.`);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Try another address" }).click();
    await expect(form).toBeVisible();
    const text = await mailedTo(email, /what this address has registered for[\s\S]*/);
    // The mail has the event's name once for each ticket.
    expect(text.split(name).length - 1).toBe(2);
    const links = [...text.matchAll(/https?:\/\/\S+\/tickets\?\S+/g)].map(([link]) => link);
    expect(links).toHaveLength(2);
    await open(page, links[1]!);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your ticket");
    await expect(page.getByText("Lars Verloren").first()).toBeVisible();
  });
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("without scripts, an event page can be read, and a free event accepts registrations", {
    tag: "@main",
  }, async ({ page }) => {
    await page.goto(`/${demo.onSale}`);
    await expect(page.getByText("€95")).toBeVisible();
    await expect(page.getByRole("heading", { name: "About this event" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Share" })).toBeHidden();
    await page.goto(`/${demo.free}`);
    await page.getByLabel("Your name").fill("Jonas Thoms");
    await page.getByLabel("E-mail").fill("jonas@example.org");
    await page.getByRole("button", { name: "Register for free" }).click();
    await expect(page).toHaveURL(/\/tickets\?registrationId=\d+&accessKey=/);
    await expect(page.getByText("Jonas Thoms").first()).toBeVisible();

    // One client may ask five times a minute, so this test opens only one of the pages with this form.
    await page.goto("/find-tickets");
    await page.getByLabel("E-mail").fill("jonas@example.org");
    await page.getByRole("button", { name: "Mail me my tickets" }).click();
    await expect(
      page.getByText("If there are tickets for jonas@example.org, we have mailed them."),
    ).toBeVisible();
  });
});

test("on a phone the link to the tickets is on the first screen, and the page does not scroll sideways", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `/${demo.onSale}`);
  await expect(page.locator("[data-bottom-bar]").getByRole("link", { name: "Get tickets" })).toBeInViewport();
  const widest = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(widest).toBe(390);
});

test("the main button is in the first screen at 1280 × 900, and its bar hides when the page's own button is visible", {
  tag: "@main",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const bar = page.locator("[data-bottom-bar]");
  await open(page, `/${demo.onSale}`);
  await expect(bar.getByRole("link", { name: "Get tickets" })).toBeInViewport({ ratio: 1 });
  await expect(bar).toContainText("Gala Night on the Quay");
  await page.locator("#tickets").getByRole("link", { name: "Get tickets" }).scrollIntoViewIfNeeded();
  await expect(bar).toBeHidden();

  await open(page, `/${demo.free}`);
  await expect(bar.getByRole("link", { name: "Register" })).toBeInViewport({ ratio: 1 });
});

test("on a phone the bar leads into the first field of the form, and is hidden while the form is visible", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await open(page, `/${demo.free}`);
  const bar = page.locator("[data-bottom-bar]");
  await bar.getByRole("link", { name: "Register" }).click();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await expect(page.getByLabel("Your name")).toBeInViewport({ ratio: 1 });
  await expect(bar).toBeHidden();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(bar).toBeVisible();
});

test("event pages are accessible", async ({ page }) => {
  for (const slug of [demo.onSale, demo.free, demo.soldOut, demo.over]) {
    await open(page, `/${slug}`);
    await expectAccessible(page);
  }
});
