/** The renderer of pages, which the server loads from the web app's build at run time: neither imports the other. */

/** How a page is coloured. */
export type ColorScheme = "dark" | "light";

/** What every page knows of the house. */
export interface HouseFacts {
  /** Our own origin, as links for others have it: "https://foyer.example", without a slash at its end. */
  origin: string;
  /** The number that people write messages to: digits with the country code; null where nobody reads any. */
  supportPhone: string | null;
  /** Whether the API can be read at /api/docs. */
  hasApiDocs: boolean;
}

/** What came of a page. Without `html` the reply is a redirect by its headers. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  html: string | null;
  /** For the log: what went wrong while rendering, or was refused. */
  trouble?: unknown;
}

/** An address as the renderer reads it. */
export interface PageRead {
  /** The page's name in web/paths.ts, for the log. */
  page: string;
  /** Path and declared parameters: all that the rendering sees, so it is the key of the page's copy as well. */
  address: string;
  /** The page is one person's, or leads away: it must not be kept. */
  isPersonal: boolean;
  /** The page tells and sells nothing: while the database is away it is shown as it was. */
  isForReading: boolean;
}

/** Renders the pages of one build. The platform's types are parameters, because the contract knows no platform. */
export interface Renderer<Url, PageRequest, Fetch> {
  colorSchemeOf(cookies: string | undefined): ColorScheme;
  /** What of an address its page is made from. */
  read(url: Url): PageRead;
  /**
   * Renders what `read` leaves of the request's address.
   * @param copyAgeMs how old the replies are that `fetch` gives, where they are kept ones: the page says so.
   */
  render(
    request: PageRequest,
    fetch: Fetch,
    colorScheme: ColorScheme,
    copyAgeMs?: number,
  ): Promise<RenderedPage>;
}

/** What is the same for all pages of a house. */
export interface RendererParts {
  house: HouseFacts;
  /** Other origins that backendRedirectUrl may name. */
  redirectOrigins: readonly string[];
}
