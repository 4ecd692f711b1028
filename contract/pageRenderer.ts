/** The web app's renderer of pages, which the server loads at run time. */

import type { PolicyUrls } from "./rules/club/policies.ts";

/** The colour scheme in which a page is rendered. */
export type ColorScheme = "dark" | "light";

/** Facts of this installation, the same for every page. */
export interface SiteFacts {
  /** "https://foyer.example", without a trailing slash. */
  origin: string;
  /** Digits with the country code; null if there is none. */
  supportPhone: string | null;
  /** The site's own legal pages. */
  policies?: PolicyUrls;
  hasApiDocs: boolean;
}

/** The reply for a page. Without `html` it is a redirect by its headers. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  html: string | null;
  /** For the log: the error of the rendering, or a refused redirect. */
  trouble?: unknown;
}

/** An address as the renderer reads it. */
export interface ParsedAddress {
  /** The page's name in web/paths.ts, for the log. */
  page: string;
  /** With the colour scheme, the key of the stored page. */
  address: string;
  /** Whether the reply must not be cached. */
  isPersonal: boolean;
  /** Whether a copy from earlier replies may be shown while rendering answers 503. */
  isForReading: boolean;
}

/** Renders the pages. Types of Node and of browsers are parameters, because contract/ is for both. */
export interface Renderer<Url, PageRequest, Fetch> {
  colorSchemeOf(cookies: string | undefined): ColorScheme;
  read(url: Url): ParsedAddress;
  /** `copyAgeMs`: the age of the replies that `fetch` returns, if they are cached. */
  render(
    request: PageRequest,
    fetch: Fetch,
    colorScheme: ColorScheme,
    copyAgeMs?: number,
  ): Promise<RenderedPage>;
}

/** What a renderer is created with. */
export interface RendererParts {
  site: SiteFacts;
  /** Other origins that are allowed in backendRedirectUrl. */
  redirectOrigins: readonly string[];
}
