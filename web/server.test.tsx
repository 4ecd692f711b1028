import { describe, expect, test } from "vitest";
import type { Event } from "../contract/shapes/event.ts";
import type { Ticket } from "../contract/shapes/ticket.ts";
import type { FetchLike } from "./api/client.ts";
import { sampleEvent, sampleTicket } from "./event/sample.ts";
import { createRenderer } from "./server.tsx";
import type { PageState } from "./shell/pageState.ts";

const origin = "https://foyer.example";

function createTestRenderer() {
  return createRenderer({
    manifest: () => ({
      styles: ["/assets/main.css"],
      fonts: [],
      starter: "/assets/start.js",
      modules: ["/assets/main.js"],
    }),
    site: { origin, supportPhone: "49401234567", hasApiDocs: true },
    redirectOrigins: ["https://pay.example"],
  });
}

function apiWith(event: Event = sampleEvent(), tickets: Ticket[] = [sampleTicket()]): FetchLike {
  const answers: Record<string, unknown> = {
    "/api/event/getAllActiveEvents": [event],
    "/api/ticket/getTicketsByEventId": tickets,
    "/api/form/getFormQuestions": [],
    "/api/extras/getExtrasByEventId": [],
  };
  return async (path) => {
    const { pathname, searchParams } = new URL(path, origin);
    const known = pathname === "/api/event/getEventBySlug" && searchParams.get("slug") === event.slug;
    if (known) return Response.json({ msg: null, payload: event });
    if (pathname in answers) return Response.json({ msg: null, payload: answers[pathname] });
    return Response.json({ msg: "There is no such event.", code: "notFound" }, { status: 404 });
  };
}

const renderPage = (path: string, fetch = apiWith(), scheme: "dark" | "light" = "dark") =>
  createTestRenderer().render(new Request(origin + path), fetch, scheme);

function stateIn(html: string | null): PageState {
  return JSON.parse(/id="page-state"[^>]*>([^<]*)</.exec(html ?? "")?.[1] ?? "");
}

describe("a club's page", () => {
  const harbour = {
    id: 7,
    name: "Harbour Club",
    location: "Hamburg",
    logo: "harbour.png",
    logoUrl: "/api/club-logo/harbour.png",
    contactEmail: "office@harbour.example",
    phone: null,
    showContact: true,
    imprintUrl: "https://harbour.example/imprint",
    privacyUrl: null,
    termsUrl: null,
    refundPolicyUrl: null,
  };
  const apiWithClub = (club: object, past: Event[] = []): FetchLike => {
    const others = apiWith();
    return async (path, init) => {
      const { pathname, searchParams } = new URL(path, origin);
      if (pathname === "/api/club/getClub" && searchParams.get("clubId") === "7")
        return Response.json({ msg: null, payload: club });
      const isPast = pathname === "/api/event/getAllEvents" && searchParams.get("when") === "past";
      if (isPast)
        return Response.json({ msg: null, payload: { items: past, page: 1, totalPages: 1, totalItems: 1 } });
      return others(path, init);
    };
  };

  test("a club's page has its name, contact, legal pages, events and data for search engines", async () => {
    const past = sampleEvent({ name: "Last Gala", slug: "last-gala", cancelledAt: "2029-01-02T00:00:00Z" });
    const { status, html } = await renderPage("/club/7", apiWithClub(harbour, [past]));
    expect(status).toBe(200);
    expect(html).toContain("<title>Harbour Club: Events | Foyer</title>");
    expect(html).toContain(`<link rel="canonical" href="${origin}/club/7"/>`);
    for (const part of [
      "mailto:office@harbour.example",
      "https://harbour.example/imprint",
      'href="/gala"',
      'href="/last-gala"',
      " · Cancelled",
      "webcal://foyer.example/api/event/feed.ics?clubId=7",
    ])
      expect(html).toContain(part);
    expect(html).not.toContain("noindex");
    const [, jsonLd = ""] = /application\/ld\+json">([^<]*)</.exec(html ?? "") ?? [];
    expect(JSON.parse(jsonLd)).toMatchObject({
      "@type": "Organization",
      name: "Harbour Club",
      url: `${origin}/club/7`,
      logo: `${origin}/api/club-logo/harbour.png?w=640`,
      email: "office@harbour.example",
      event: [{ "@type": "Event", name: "Gala", url: `${origin}/gala` }],
    });
  });

  test("a club that hides its contact does not have it anywhere in its page", async () => {
    const { html } = await renderPage("/club/7", apiWithClub({ ...harbour, showContact: false }));
    expect(html).not.toContain("office@harbour.example");
  });

  test("search engines are asked not to index the page of a club that is not listed", async () => {
    const { html } = await renderPage("/club/7", apiWithClub({ ...harbour, isUnlisted: true }));
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });

  test.each(["/club/8", "/club/x", "/club/0", "/club/-1"])(
    "the address %s leads to no club's page",
    async (path) => {
      expect((await renderPage(path, apiWithClub(harbour))).status).toBe(404);
    },
  );
});

describe("an event's page", () => {
  test("an event's page is a complete document with the event's texts", async () => {
    const { status, html } = await renderPage("/gala");
    expect(status).toBe(200);
    expect(html).toMatch(/^<!doctype html><html lang="en" data-mantine-color-scheme="dark"/);
    for (const text of [
      "<h1>Gala</h1>",
      "Old Boathouse",
      "Berlin time (GMT+1)",
      "€25",
      "40 left",
      "<p>An evening.</p>",
    ]) {
      expect(html).toContain(text);
    }
    expect(html?.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain("<title>Gala: Event Registration | Foyer</title>");
    expect(html).toContain(`<link rel="canonical" href="${origin}/gala"/>`);
  });

  test.each([
    ["/gala/tickets", "Gala: Tickets | Foyer"],
    ["/gala/find-tickets", "Gala: Find Your Tickets | Foyer"],
    ["/ExtrasPurchase?event=gala", "Gala: Extras Purchase | Foyer"],
    ["/ExtrasPurchase", "Extras Purchase | Foyer"],
  ])("the title of %s has the event's name, if it is about one", async (path, title) => {
    const { html } = await renderPage(path);
    expect(html).toContain(`<title>${title}</title>`);
  });

  test.each([
    ["/old-gala", "/gala"],
    ["/old-gala?apiQueryMsg=Call+0900", "/gala"],
    ["/old-gala/waiting-list?ticket=7&utm=x", "/gala/waiting-list?ticket=7"],
    ["/old-gala/tickets", "/gala/tickets"],
  ])("a former address redirects to the current one: %s", async (former, own) => {
    const current = apiWith();
    const moved: FetchLike = (path, init) => current(path.replace("slug=old-gala", "slug=gala"), init);
    const { status, headers, html } = await renderPage(former, moved);
    expect([status, headers.location, html]).toEqual([301, own, null]);
    expect((await renderPage("/gala", moved)).status).toBe(200);
  });

  describe("an address of a former ticket system", () => {
    const requestedSlugs: string[] = [];
    const apiWithFormer: FetchLike = (path, init) => {
      const slug = new URL(path, origin).searchParams.get("slug");
      if (slug !== null) requestedSlugs.push(slug);
      return apiWith()(path.replace(/slug=(peer%2Fmove|old-system)$/, "slug=gala"), init);
    };

    test.each(["/peer/move", "/Peer/MOVE/", "/peer/m%6Fve", "/peer/move?voucher=A", "/old-system"])(
      "%s redirects to the event's page, without the visitor's query",
      async (path) => {
        const { status, headers, html } = await renderPage(path, apiWithFormer);
        expect([status, headers.location, html]).toEqual([301, "/gala", null]);
      },
    );

    test("one former address has one page, however it is written", () => {
      const { read } = createTestRenderer();
      const addresses = ["/peer/move", "/PEER/move/?a=b", "/peer/mo%76e"].map(
        (path) => read(new URL(path, origin)).address,
      );
      expect(new Set(addresses)).toEqual(new Set(["/peer/move"]));
    });

    test("the server looks up no address that cannot be a former one, and renders all these as one page", async () => {
      requestedSlugs.length = 0;
      const impossible = ["/api/x/y", "/a//b", "/a/%2e%2e%2fb", "/a/100%25", `/a/${"b".repeat(200)}`];
      const addresses = new Set<string>();
      for (const path of [...impossible, "/NotFound/no/such/page"]) {
        addresses.add(createTestRenderer().read(new URL(path, origin)).address);
        expect((await renderPage(path, apiWithFormer)).status, path).toBe(404);
      }
      expect([requestedSlugs, addresses.size]).toEqual([[], 1]);
      expect((await renderPage("/a/b/c", apiWithFormer)).status).toBe(404);
      expect(requestedSlugs).toEqual(["a/b/c"]);
    });

    test("while the server is busy, an address that may be a former one is not answered with 404", async () => {
      const busy: FetchLike = async () => Response.json({ msg: "Busy.", code: "busy" }, { status: 503 });
      expect((await renderPage("/peer/move", busy)).status).toBe(503);
      expect((await renderPage("/NotFound", busy)).status).toBe(404);
    });
  });

  test("an event's page loads only the starter script, and has no inline script", async () => {
    const { html } = await renderPage("/gala");
    const scripts = [...(html ?? "").matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
    const running = scripts.filter((attributes) => !/type="application\/(ld\+)?json"/.test(attributes ?? ""));
    expect(running).toHaveLength(1);
    expect(running[0]).toContain('src="/assets/start.js"');
    expect(html).not.toMatch(/ on[a-z]+=/);
  });

  test("an event's page has the requested theme", async () => {
    const { html } = await renderPage("/gala", apiWith(), "light");
    expect(html).toContain('data-mantine-color-scheme="light"');
  });

  test.each(["</script><script>alert(1)</script>", "$& $' $` $1", "<!--", '\u2028 & "quotes"'])(
    "an event's name is shown as text, and cannot break the page: %s",
    async (name) => {
      const { html } = await renderPage("/gala", apiWith(sampleEvent({ name })));
      expect(html).not.toContain("<script>alert");
      const { event } = stateIn(html).loaderData["event-landing-slug"] as { event: Event };
      expect(event.name).toBe(name);
      const [, jsonLd = ""] = /application\/ld\+json">([^<]*)</.exec(html ?? "") ?? [];
      expect(JSON.parse(jsonLd).name).toBe(name);
    },
  );

  test("the page of a cancelled event shows that, and sells nothing", async () => {
    const cancelled = sampleEvent({ cancelledAt: "2030-01-02T00:00:00.000Z" });
    const { html } = await renderPage("/gala", apiWith(cancelled));
    expect(html).toContain("This event was cancelled");
    expect(html).not.toContain("Get tickets");
    expect(html).toContain("https://schema.org/EventCancelled");
  });

  test("the page of a free event with one ticket has the registration form", async () => {
    const { html } = await renderPage("/gala", apiWith(sampleEvent(), [sampleTicket({ price: 0 })]));
    expect(html).toMatch(/<form[^>]*action="\/gala" method="post"/);
    expect(html).toContain("Register for free");
  });

  test("an event's page is rendered without the promo code in its address", async () => {
    const free = apiWith(sampleEvent(), [sampleTicket({ price: 0 })]);
    const { html } = await renderPage("/gala?code=HIDDENVIP2027", free);
    expect(html).not.toContain("HIDDENVIP2027");
    expect(html).toBe((await renderPage("/gala", free)).html);
  });
});

describe("the footer", () => {
  test("the footer links to a chat about the page and to the API page, if they exist", async () => {
    const { html } = await renderPage("/gala?code=MINE");
    const text = `I have a question about ${origin}/gala: `;
    const chat = `https://wa.me/49401234567?${new URLSearchParams({ text })}`;
    expect(html).toContain(`href="${chat}"`);
    expect(html).toContain('href="/api/docs"');
    const quiet = createRenderer({
      manifest: () => ({ styles: [], fonts: [], starter: "/start.js", modules: [] }),
      site: { origin, supportPhone: null, hasApiDocs: false },
      redirectOrigins: [],
    });
    const without = await quiet.render(new Request(`${origin}/gala`), apiWith(), "dark");
    expect(without.html).not.toContain("wa.me");
    expect(without.html).not.toContain("/api/docs");
  });
});

test("the page of an event lists the file of the form that it shows, and of no other form", async () => {
  const filesOfPage = async (tickets: Ticket[]) => {
    const listed: string[] = [];
    const renderer = createRenderer({
      manifest: (files) => {
        listed.push(...files);
        return { styles: [], fonts: [], starter: "/start.js", modules: [] };
      },
      site: { origin, supportPhone: null, hasApiDocs: false },
      redirectOrigins: [],
    });
    await renderer.render(new Request(`${origin}/gala`), apiWith(sampleEvent(), tickets), "dark");
    return listed;
  };
  const page = "web/pages/public/Event.tsx";
  const [paid, free] = [sampleTicket({ price: 2500 }), sampleTicket({ price: 0 })];
  expect(await filesOfPage([paid])).toEqual([page, "web/pages/public/event/BuyHere.tsx"]);
  expect(await filesOfPage([free])).toEqual([page, "web/pages/public/event/RegisterHere.tsx"]);
  expect(await filesOfPage([paid, { ...paid, id: paid.id + 1 }])).toEqual([page]);
});

describe("legal pages", () => {
  test("the footer links the site's legal pages, and those of the event's club", async () => {
    const { club } = sampleEvent();
    const withTerms = sampleEvent({ club: { ...club, termsUrl: "https://club.example/terms" } });
    const policies = { imprintUrl: "https://foyer.example/imprint", termsUrl: null };
    const renderer = createRenderer({
      manifest: () => ({ styles: [], fonts: [], starter: "/start.js", modules: [] }),
      site: { origin, supportPhone: null, policies, hasApiDocs: false },
      redirectOrigins: [],
    });
    const footOf = async (path: string, event: Event) => {
      const { html } = await renderer.render(new Request(origin + path), apiWith(event), "dark");
      return /<footer[\s\S]*<\/footer>/.exec(html ?? "")?.[0] ?? "";
    };
    for (const path of ["/gala", "/gala/tickets"]) {
      const foot = await footOf(path, withTerms);
      expect(foot).toContain('href="https://foyer.example/imprint"');
      expect(foot).toContain('<nav aria-label="Harbour Club"');
      expect(foot).toContain('href="https://club.example/terms"');
      expect(foot).not.toContain("Privacy");
    }
    expect(await footOf("/gala", sampleEvent())).not.toContain('<nav aria-label="Harbour Club"');
  });
});

describe("a page that is not there", () => {
  test.each(["/unknown", "/NotFound", "/a/b/c"])("%s is the NotFound page with status 404", async (path) => {
    const { status, html } = await renderPage(path);
    expect(status).toBe(404);
    expect(html).toContain("<title>Not Found | Foyer</title>");
    expect(html).toContain("Page not found");
  });
});

describe("a page that fails", () => {
  test("a page that fails keeps the status, shows what to do, and reveals no internals", async () => {
    const busy: FetchLike = async () => Response.json({ msg: "We are busy.", code: "busy" }, { status: 503 });
    const { status, html, trouble } = await renderPage("/gala", busy);
    expect(status).toBe(503);
    expect(html).toContain("We are very busy right now");
    expect(html).toContain("Try again");
    expect(trouble).toBeDefined();

    const broken: FetchLike = async () => {
      throw new Error("password=hunter2");
    };
    const failed = await renderPage("/gala", broken);
    expect(failed.status).toBe(503);
    expect(failed.html).not.toContain("hunter2");
  });
});

describe("a page that only the browser can show", () => {
  test("a client-only page is only the shell", async () => {
    const { status, html } = await renderPage("/dashboard/admin", async () => {
      throw new Error("Nothing may be requested.");
    });
    expect(status).toBe(200);
    expect(html).toContain("<title>Dashboard | Foyer</title>");
    expect(html).toContain("This page needs JavaScript");
    expect(stateIn(html)).toMatchObject({ routeId: "adminDashboard", loaderData: {} });
  });
});

describe("kept pages", () => {
  const key = (path: string) => {
    const { address, isPersonal } = createTestRenderer().read(new URL(path, origin));
    return isPersonal ? null : address;
  };

  test("the key of a kept page contains only the path and the parameters that the page uses", () => {
    expect(key("/gala?utm_source=mail&code=HIDDENVIP")).toBe("/gala");
    expect(key("/gala/waiting-list?x=1&ticket=7&ticket=8")).toBe("/gala/waiting-list?ticket=7");
    expect(key("/gala")).not.toBe(key("/other"));
    expect(key("/?search=jazz")).not.toBe(key("/"));
    expect(key("/?page=2&utm=x")).toBe(key("/?page=2"));
    // These lead to no event; others may (contract/rules/formerAddress.ts).
    expect(key("/api/b/c")).toBe(key("/d//e"));
    expect(key("/a/b/c")).not.toBe(key("/d/e/f"));
  });

  test("a page with an access key or a ticket code in its address is not kept", () => {
    for (const path of ["/gala", "/gala/tickets", "/gala/success", "/", "/a/b/c"]) {
      expect(key(`${path}?registrationId=7&accessKey=secret`)).toBeNull();
      expect(key(`${path}?qrUuid=secret`)).toBeNull();
    }
  });
});

test("backendRedirectUrl is followed to a configured origin, and dropped if it leads elsewhere", async () => {
  const to = (target: string) => renderPage(`/gala?a=1&backendRedirectUrl=${encodeURIComponent(target)}`);
  expect(await to("https://pay.example/done")).toMatchObject({
    status: 302,
    headers: { location: "https://pay.example/done" },
  });
  expect(await to("https://evil.example/")).toMatchObject({
    status: 302,
    headers: { location: "/gala?a=1" },
    trouble: expect.stringContaining("evil.example"),
  });
});

test("a form that was sent without scripts is answered with its mistakes", async () => {
  const body = new URLSearchParams({ "buyer.name": "", "buyer.email": "mia", quantity: "1" });
  const request = new Request(`${origin}/gala`, { method: "POST", body });
  const free = apiWith(sampleEvent(), [sampleTicket({ price: 0 })]);
  const { status, html } = await createTestRenderer().render(request, free, "dark");
  expect(status).toBe(400);
  expect(html).toContain("Enter your name.");
  expect(html).toContain('value="mia"');
});
