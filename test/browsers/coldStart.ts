/** The shell may hydrate around a page that throws, so the check waits for the page's own heading. */
import { type PageFlags, type PageName, pages } from "../../web/paths.ts";
import { phone, type TestBrowser } from "./driver.ts";

const examples: Record<string, string> = {
  slug: "gala-night",
  eventId: "1",
  orderId: "1",
  secret: "a-link-that-nobody-has",
};

const headings: Partial<Record<PageName, string>> = {
  "event-landing-slug": "Gala Night on the Quay",
  // Without chosen tickets, the next two pages redirect to the choice.
  attendeeForm: "Choose your tickets",
  checkout: "Choose your tickets",
  success: "We could not find these tickets",
  changeTickets: "We could not find these tickets",
  // The next two pages redirect visitors to public pages.
  eventPlaceholder: "Find your next event",
  eventById: "Harbour Regatta: Open Morning",
  eventQr: "For the staff of the event",
  register: "Register your club",
  forgotPassword: "Forgotten password",
  resetPassword: "This link no longer works",
  confirmClub: "This link no longer works",
  confirmEmail: "This link no longer works",
  acceptInvitation: "This link no longer works",
  signin: "Sign in",
  helperDoor: "Help at the door",
};

const headingByPath: ReadonlyMap<string, string> = new Map(
  Object.entries<PageFlags>(pages)
    .filter(([name, { clientOnly }]) => clientOnly === true || name === "event-landing-slug")
    .map(([name, { path, requiresAuth, requiresAdmin, requiresSudo }]) => {
      const address = path.replace(/:(\w+)\??/g, (_, part: string) => examples[part] ?? "1");
      const isForStaff = requiresAuth === true || requiresAdmin === true || requiresSudo === true;
      return [address, isForStaff ? "Sign in" : (headings[name as PageName] ?? "(headings has none for it)")];
    }),
);

export const coldPaths: readonly string[] = [...headingByPath.keys()];

/** Opens a page in a fresh window. Resolves to its problem, or to null if it starts. */
export async function coldStartProblem(
  browser: TestBrowser,
  url: string,
  patienceMs = 60_000,
): Promise<string | null> {
  const heading = headingByPath.get(new URL(url).pathname);
  const tab = await browser.open(phone);
  try {
    await tab.goto(url);
    // The last check is after the deadline: a query during a page change may have taken all the time.
    for (const endsAt = Date.now() + patienceMs; ; ) {
      const isLast = Date.now() >= endsAt;
      const state = await tab.evaluate<PageState>(pageStateExpression).catch((error: Error) => error.message);
      if (typeof state === "object" && state.isAwake && hasStarted(state, heading)) return null;
      if (isLast) return `${url} has not started: "${heading}" is not there. ${JSON.stringify(state)}`;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await tab.close();
  }
}

interface PageState {
  isAwake: boolean;
  heading: string | null;
  asksPassword: boolean;
  state: DocumentReadyState;
  text: string;
}

function hasStarted({ heading, asksPassword }: PageState, wanted: string | undefined): boolean {
  return heading !== null && heading === wanted && (wanted !== "Sign in" || asksPassword);
}

const pageStateExpression = `({
  isAwake: document.documentElement.dataset.hydrated === "true",
  heading: document.querySelector("main h1")?.textContent ?? null,
  asksPassword: document.querySelector("main input[type=password]") !== null,
  state: document.readyState,
  text: document.body.innerText,
})`;
