import type { Browser, Page } from "@playwright/test";
import { ADMIN } from "../../contract/rules/roles.ts";
import {
  buildClub,
  buildEvent,
  buildTicket,
  buildUser,
  testPassword,
} from "../../server/testing/builders.ts";
import { beSignedIn, expect, expectAccessible, open, test } from "./journey.ts";
import { expectFitsPhone } from "./partsSite.ts";
import { type PurchaseSite, startSite } from "./purchaseSite.ts";

let site: PurchaseSite;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.stop());

// The server refuses some addresses on purpose, and does not find a removed one.
test.use({ expectedNoise: /status of 4(00|04|09)/ });

async function openSettings(page: Page, name: string): Promise<{ eventId: number; slug: string }> {
  const clubId = (await buildClub(site.db, name)).id;
  const { id: eventId, slug } = await buildEvent(site.db, { clubId, name });
  await buildTicket(site.db, eventId, { title: "Standard" });
  const { email } = await buildUser(site.db, ADMIN, clubId);
  await beSignedIn(page, { email, password: testPassword }, site.url);
  await open(page, `${site.url}/event/${eventId}/config`);
  return { eventId, slug };
}

const form = (page: Page) => page.getByRole("form", { name: "Addresses of a former system" });
const field = (page: Page) => form(page).getByLabel("Addresses, one per line");

async function saveAddresses(page: Page, lines: string): Promise<void> {
  await field(page).fill(lines);
  await form(page).getByRole("button", { name: "Save the addresses" }).click();
}

async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText("The addresses are saved.").first()).toBeVisible();
}

async function visit(
  browser: Browser,
  path: string,
  { javaScriptEnabled }: { javaScriptEnabled: boolean },
): Promise<{ status: number | undefined; path: string; heading: string | null }> {
  const context = await browser.newContext({ javaScriptEnabled });
  try {
    const page = await context.newPage();
    const reply = await page.goto(site.url + path);
    if (javaScriptEnabled) await expect(page.locator("html[data-hydrated]")).toBeAttached();
    const { pathname, search } = new URL(page.url());
    const heading = await page.getByRole("heading", { level: 1 }).first().textContent();
    return { status: reply?.status(), path: pathname + search, heading };
  } finally {
    await context.close();
  }
}

test("a link of the previous system leads to the event, until staff remove its address", async ({
  page,
  browser,
}) => {
  const { eventId, slug } = await openSettings(page, "Peer and Move");
  await expect(field(page)).toHaveValue("");
  await saveAddresses(page, "https://tickets.example.org/peer/move/?voucher=A\n/summer-gala-tickets-123");
  await expectSaved(page);
  await expect(field(page)).toHaveValue("/peer/move\n/summer-gala-tickets-123");
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.reload();
  await expect(field(page)).toHaveValue("/peer/move\n/summer-gala-tickets-123");

  for (const javaScriptEnabled of [true, false]) {
    for (const [opened, arrived] of [
      ["/peer/move", `/${slug}`],
      ["/Peer/Move/?code=EARLY", `/${slug}?code=EARLY`],
      ["/summer-gala-tickets-123", `/${slug}`],
    ] as const)
      expect(await visit(browser, opened, { javaScriptEnabled })).toEqual({
        status: 200,
        path: arrived,
        heading: "Peer and Move",
      });
  }
  // Staff are not sent to their dashboard.
  await page.goto(`${site.url}/peer/move`);
  await expect(page).toHaveURL(`${site.url}/${slug}`);

  await open(page, `${site.url}/event/${eventId}/config`);
  await saveAddresses(page, "/summer-gala-tickets-123");
  await expectSaved(page);
  await expect(field(page)).toHaveValue("/summer-gala-tickets-123");
  // The message that clears the cached redirect may arrive after the reply.
  for (const javaScriptEnabled of [true, false])
    await expect
      .poll(() => visit(browser, "/peer/move", { javaScriptEnabled }))
      .toEqual({ status: 404, path: "/peer/move", heading: "Page not found" });
});

test("an address that cannot be saved is shown at the field, and another club's address is refused", async ({
  page,
  browser,
}) => {
  const first = await openSettings(page, "Keepers");
  await saveAddresses(page, "/keepers/gala");
  await expectSaved(page);

  await openSettings(page, "Takers");
  await saveAddresses(page, "/takers/gala\n/api/gala");
  await expect(field(page)).toHaveAccessibleDescription(
    /The address \/api\/gala is reserved for a page of this site\./,
  );
  await expect(field(page)).toBeFocused();
  await saveAddresses(page, "/takers/gala\n/keepers/gala");
  await expect(field(page)).toHaveAccessibleDescription(
    /The address \/keepers\/gala leads to another event\./,
  );
  await expectAccessible(page);
  const { path } = await visit(browser, "/keepers/gala", { javaScriptEnabled: true });
  expect(path).toBe(`/${first.slug}`);
  expect((await visit(browser, "/takers/gala", { javaScriptEnabled: false })).status).toBe(404);

  await saveAddresses(page, "/takers/gala");
  await expectSaved(page);
  await expect(field(page)).toHaveAccessibleDescription(/^For example/);
});

test("leaving with unsaved addresses asks first", async ({ page }) => {
  await openSettings(page, "Askers");
  await field(page).fill("/askers/gala");
  await page.getByRole("navigation", { name: "Event" }).getByRole("link", { name: "Tickets" }).click();
  await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  await page.getByRole("button", { name: "Stay here" }).click();
  await expect(field(page)).toHaveValue("/askers/gala");
});
