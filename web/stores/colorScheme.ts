/**
 * Dark or light (docs/product.md §9: dark by default). A cookie keeps the choice, because the server must know it to
 * send the right page at once.
 */
import type { ColorScheme } from "../../contract/pageRenderer.ts";
import { createStore } from "./store.ts";

/** The scheme of the page. */
export const colorScheme = createStore<ColorScheme>("dark");

/** Takes what the server has sent. Called once, when the page starts. */
export function restoreColorScheme(): void {
  colorScheme.set(document.documentElement.dataset.mantineColorScheme === "light" ? "light" : "dark");
}

/** Switches, for this and all later pages. */
export function switchColorScheme(): void {
  const next = colorScheme.get() === "dark" ? "light" : "dark";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
  document.cookie = `theme=${next}; Path=/; Max-Age=31536000; SameSite=Lax`;
  document.documentElement.dataset.mantineColorScheme = next;
  colorScheme.set(next);
}

/** The scheme that a cookie header asks for. */
export function colorSchemeOf(cookies: string | undefined): ColorScheme {
  return /(?:^|;\s*)theme=light(?:;|$)/.test(cookies ?? "") ? "light" : "dark";
}
