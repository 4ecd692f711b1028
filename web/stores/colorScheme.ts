/**
 * Dark by default (docs/product.md §9). A cookie stores the choice, because the server must know it to render the page.
 */
import type { ColorScheme } from "../../contract/pageRenderer.ts";
import { createStore } from "./store.ts";

export const colorScheme = createStore<ColorScheme>("dark");

export function restoreColorScheme(): void {
  colorScheme.set(document.documentElement.dataset.mantineColorScheme === "light" ? "light" : "dark");
}

export function switchColorScheme(): void {
  const next = colorScheme.get() === "dark" ? "light" : "dark";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
  document.cookie = `theme=${next}; Path=/; Max-Age=31536000; SameSite=Lax`;
  document.documentElement.dataset.mantineColorScheme = next;
  colorScheme.set(next);
}

export function colorSchemeOf(cookies: string | undefined): ColorScheme {
  return /(?:^|;\s*)theme=light(?:;|$)/.test(cookies ?? "") ? "light" : "dark";
}
