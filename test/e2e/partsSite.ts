import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { BodyInput, CallName, PayloadOf, QueryInput } from "../../contract/all.ts";
import { beSignedIn, demo, sessionOf, untilHydrated } from "./journey.ts";

/** Calls and pages for an admin of the demo club, with an event that no other journey uses. */
interface PartsSite {
  eventId: number;
  slug: string;
  get<N extends CallName>(name: N, query: QueryInput<N>): Promise<PayloadOf<N>>;
  post<N extends CallName>(name: N, body: BodyInput<N>): Promise<PayloadOf<N>>;
  /** Opens a page of the event, signed in. */
  open(page: Page, path: string): Promise<void>;
}

let count = 0;

/** Signs in with the API and creates the event, published unless `event` says otherwise. */
export async function partsSite(
  request: APIRequestContext,
  event: Partial<BodyInput<"event/save">> = {},
): Promise<PartsSite> {
  const session = await sessionOf(request, demo.admin);

  async function checkedPayload<T>(response: Awaited<ReturnType<APIRequestContext["get"]>>): Promise<T> {
    expect(response.status(), await response.text()).toBe(200);
    return ((await response.json()) as { payload: T }).payload;
  }
  const headers = { authorization: session.token };
  const site = {
    get: async <N extends CallName>(name: N, query: QueryInput<N>) =>
      checkedPayload<PayloadOf<N>>(
        await request.get(`/api/${name}`, { params: query as Record<string, string | number>, headers }),
      ),
    post: async <N extends CallName>(name: N, body: BodyInput<N>) =>
      checkedPayload<PayloadOf<N>>(await request.post(`/api/${name}`, { data: body, headers })),
  };
  const created = await site.post("event/save", {
    name: `Journey of parts ${process.pid}-${++count}`,
    startDatetime: new Date(Date.now() + 40 * 24 * 3_600_000).toISOString(),
    timeZone: "Asia/Bangkok",
    currency: "thb",
    location: "Pier 7",
    isActive: true,
    ...event,
  });
  return {
    ...site,
    eventId: created.id,
    slug: created.slug,
    open: async (page, path) => {
      await beSignedIn(page, session);
      await page.goto(`/event/${created.id}/${path}`);
      await untilHydrated(page);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    },
  };
}

/** Completes a free registration of one person. */
export async function register(
  site: PartsSite,
  ticketId: number,
  person: { firstName?: string; email?: string; answers?: { questionId: number; answer: string }[] } = {},
) {
  return site.post("registration/express", {
    eventId: site.eventId,
    tickets: [{ ticketId, quantity: 1 }],
    attendees: [
      {
        ticketId,
        firstName: person.firstName ?? "Mia",
        lastName: "Keller",
        // One address gets few free registrations an hour, and all journeys share the site.
        email: person.email ?? `mia-${randomUUID()}@example.org`,
        ...(person.answers && { answers: person.answers }),
      },
    ],
  });
}

/** Fails if the page can be scrolled sideways on a phone of 390 px, and leaves it at this size. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const widthPx = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(widthPx).toBeLessThanOrEqual(390);
}
