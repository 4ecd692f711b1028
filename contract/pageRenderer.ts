/** The renderer of pages. The server loads it at run time, from the web app's build, or through Vite in development. */

import type { PolicyUrls } from "./rules/club/policies.ts";

/** The colour scheme of a page. */
export type ColorScheme = "dark" | "light";

/** The facts about this installation that every page gets. */
export interface SiteFacts {
  /** Our own origin, for links that others see: "https://foyer.example", without a trailing slash. */
  origin: string;
  /** Support's phone number for messages: digits with the country code; null if there is none. */
  supportPhone: string | null;
  /** The site's own legal pages; absent if there are none. */
  policies?: PolicyUrls;
  /** Whether the API can be read at /api/docs. */
  hasApiDocs: boolean;
}

/** The result of a page. Without `html` the reply is a redirect by its headers. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  html: string | null;
  /** For the log: the error of the rendering, or the refusal. */
  trouble?: unknown;
}

/** An address as the renderer reads it. */
export interface ParsedAddress {
  /** The page's name in web/paths.ts, for the log. */
  page: string;
  /** Path and declared parameters: with the colour scheme, the key of the page's stored copy. */
  address: string;
  /** Whether the reply must not be cached, for example because the address has a key or a ticket's code. */
  isPersonal: boolean;
  /** Whether a stored copy of the page may be shown while the database is down. */
  isForReading: boolean;
}

/** Renders the pages of one build. Types of Node and of browsers are parameters, because contract/ is for both. */
export interface Renderer<Url, PageRequest, Fetch> {
  colorSchemeOf(cookies: string | undefined): ColorScheme;
  /** Reads the address of a page. */
  read(url: Url): ParsedAddress;
  /**
   * Renders the address that `read` returned for the request.
   * @param copyAgeMs the age of the replies that `fetch` returns, if they are cached. The page shows it.
   */
  render(
    request: PageRequest,
    fetch: Fetch,
    colorScheme: ColorScheme,
    copyAgeMs?: number,
  ): Promise<RenderedPage>;
}

/** The parts that all pages of an installation share. */
export interface RendererParts {
  site: SiteFacts;
  /** Other origins that are allowed in backendRedirectUrl. */
  redirectOrigins: readonly string[];
}
