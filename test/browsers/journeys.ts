/** The journeys run in the demo world (tools/demo/world). */
import { readFileSync } from "node:fs";
import { desk, phone, type Size } from "./driver.ts";
import type { ServerProxy } from "./serverProxy.ts";
import type { Visitor } from "./visitor.ts";

export interface Surroundings {
  visitor: Visitor;
  proxy: ServerProxy;
  picture(name: string): Promise<void>;
}

export interface Journey {
  name: string;
  sizes: readonly Size[];
  /** Whether it also runs by keyboard alone, at its widest size. */
  needsNoMouse?: boolean;
  go(of: Surroundings): Promise<void>;
}

const admin = { email: "admin@foyer.test", password: "foyer-demo-1" };

async function signIn(visitor: Visitor): Promise<void> {
  await visitor.open("/auth/Signin");
  await visitor.fill("E-mail", admin.email);
  await visitor.fill("Password", admin.password);
  await visitor.press("Sign in");
  await visitor.until("location.pathname === '/dashboard/admin'");
  await visitor.sees("Gala Night");
}

async function buyForTwo({ visitor, picture }: Pick<Surroundings, "visitor" | "picture">): Promise<void> {
  await visitor.open("/gala-night");
  await picture("event");
  await visitor.press("Get tickets");
  await visitor.sees("Choose your tickets");
  await visitor.until("document.querySelector('[role=spinbutton], input[type=number]') !== null");
  await visitor.press("One more ");
  await visitor.until("[...document.querySelectorAll('input')].some(({ value }) => value === '1')");
  await visitor.press("One more ");
  await picture("tickets");
  await visitor.press("Continue");
  await visitor.sees("Who is coming?");
  await visitor.fill("Full name", "Ada Lovelace");
  await visitor.fill("E-mail", "ada@example.org");
  await visitor.fill("Guest's full name", "Grace Hopper");
  await visitor.press("Plaice with brown butter");
  await picture("people");
  await visitor.press("Continue");
  // The page moves the focus to its heading; text typed before that is lost.
  await visitor.until("location.pathname.endsWith('/checkout') && document.activeElement?.tagName === 'H1'");
  await visitor.fill("Card number", "4242424242424242");
  await visitor.fill("Expiry", "12/40");
  await visitor.fill("Security code", "123");
  await picture("checkout");
  await visitor.press("Pay");
  await visitor.sees("You're all set");
  await visitor.sees("Grace Hopper");
  await picture("success");
}

export const journeys: readonly Journey[] = [
  {
    name: "a buyer buys tickets for two people, and sees them again later",
    sizes: [phone, desk],
    needsNoMouse: true,
    async go({ visitor, picture }) {
      await visitor.open("/");
      await picture("home");
      await buyForTwo({ visitor, picture });
      await visitor.open("/gala-night/success");
      await visitor.sees("You're all set");
    },
  },
  {
    name: "somebody registers for a free event on its page",
    sizes: [phone, desk],
    async go({ visitor, picture }) {
      await visitor.open("/harbour-regatta");
      await visitor.fill("Your name", "Mia Keller");
      await visitor.fill("E-mail", "mia@example.org");
      await picture("register");
      await visitor.press("Register for free");
      await visitor.until("location.pathname.endsWith('/success')");
      await visitor.sees("Mia Keller");
      await picture("registered");
    },
  },
  {
    name: "an admin signs in and publishes an event, which the site then shows",
    sizes: [phone, desk],
    needsNoMouse: true,
    async go({ visitor, picture }) {
      await visitor.open("/auth/Signin");
      await picture("signin");
      await signIn(visitor);
      await picture("dashboard");
      await visitor.open("/event/add");
      await visitor.fill("Name", "Spring Supper");
      await visitor.set("When", "2031-05-10T19:30");
      await visitor.fill("Where", "Old Boathouse");
      await visitor.fill("Price", "12.50");
      await visitor.fill("Number of places", "40");
      await picture("publish");
      await visitor.press("Publish");
      await visitor.sees("0 of 40");
      await visitor.press("View event page");
      await visitor.sees("Spring Supper");
      await visitor.sees("$12.50");
      await picture("published");
    },
  },
  {
    name: "an admin refunds a buyer",
    sizes: [desk],
    async go({ visitor, picture }) {
      await buyForTwo({ visitor, picture: async () => {} });
      await signIn(visitor);
      await visitor.press("Gala Night on the Quay");
      await visitor.press("Orders");
      await visitor.fill("Search", "ada@example.org");
      await visitor.until("location.search.includes('ada')");
      await picture("orders");
      await visitor.follow("/orders/");
      await visitor.press("Refund");
      await visitor.set("How much", "rest");
      await visitor.press("Refund €");
      await visitor.sees("The refund is requested");
      await picture("refunded");
    },
  },
  {
    name: "a door lets people in, and also works without a network and after a reload",
    sizes: [phone],
    needsNoMouse: true,
    async go({ visitor, proxy, picture }) {
      const codes: string[] = [];
      for (const name of ["Nora", "Otto"]) codes.push(await proxy.registerGuest(name));
      await signIn(visitor);
      await visitor.open(`/event/${proxy.eventId}/checkin/scan`);
      await visitor.fill("Gate", "North gate");
      await picture("gate");
      await visitor.press("Start scanning");
      await visitor.sees("Up to date");
      await visitor.scan(codes[0]!);
      await visitor.sees("Welcome");
      await visitor.sees("Nora");
      await picture("scanned");
      await visitor.until(
        "caches.match(location.href, { ignoreVary: true }).then((found) => found !== undefined)",
      );
      proxy.cut();
      await visitor.open(`/event/${proxy.eventId}/checkin/scan`);
      await visitor.sees("Offline");
      await visitor.scan(codes[1]!);
      await visitor.sees("Welcome");
      await visitor.sees("Otto");
      await picture("offline");
      proxy.restore();
      await visitor.sees("Up to date");
      // The other code was just scanned, so a second scan of it would be ignored.
      await visitor.scan(codes[0]!);
      await visitor.sees("Already in");
      await visitor.sees("Nora");
    },
  },
  {
    name: "a club imports people from pretix, admits an old ticket offline, and downloads and imports the event",
    sizes: [desk],
    async go({ visitor, proxy, picture }) {
      const titles = ["Adult", "Child", "Gala dinner – Meat", "Gala dinner – Vegetarian", "Parking"];
      const eventId = await proxy.makeEvent(titles);
      const exported = new URL(
        "../../server/people/import/tests/movedFrom/pretix-positions.csv",
        import.meta.url,
      );
      await signIn(visitor);
      await visitor.open(`/event/${eventId}/import`);
      await visitor.choose("Spreadsheet", {
        name: "pretix-positions.csv",
        content: readFileSync(exported, "base64"),
      });
      await visitor.sees("108 old tickets stay valid at the door");
      await picture("import");
      await visitor.press("Import 108 people");
      await visitor.sees("108 people are registered");

      await visitor.open(`/event/${eventId}/checkin/scan`);
      await visitor.fill("Gate", "North gate");
      await visitor.press("Start scanning");
      await visitor.sees("Up to date");
      proxy.cut();
      await visitor.scan("6gchhrgccmbm5yfchsr9bdhe5jw4a8tr");
      await visitor.sees("Welcome");
      await visitor.sees("Old ticket");
      await picture("old-ticket");
      proxy.restore();
      await visitor.sees("Up to date");

      await visitor.open(`/event/${eventId}/config`);
      await visitor.press("Include personal data");
      const archive = await visitor.download("Download event");
      await visitor.open("/event/add");
      await visitor.press("Event from a file");
      await visitor.choose("File", archive);
      await visitor.press("Include the people");
      await picture("from-archive");
      await visitor.press("Create the event");
      await visitor.sees("It has 108 people");
    },
  },
];
