/**
 * Mantine's CSS variables for our theme, as a stylesheet made when the app is built. Mantine would write them into a
 * <style> element of each page, which our content policy forbids, and with colours that nobody uses.
 */
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import { theme } from "./theme.ts";

/** Mantine's own colours that no page of ours uses. */
const unused = ["pink", "grape", "violet", "indigo", "cyan", "teal", "lime", "orange"];

/** The stylesheet's text. */
export function themeCss(): string {
  const { variables, light, dark } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  return convertCssVariables({
    variables: used(variables),
    light: { ...used(light), ...ofLight },
    dark: { ...used(dark), ...ofDark },
  });
}

/** What differs from Mantine's choices, so that texts stand out from their ground by 4.5 : 1 and more. */
const ofLight = {
  "--mantine-color-body": "#faf8f4",
  "--mantine-color-error": "#b23a3a",
  "--mantine-color-success": "var(--mantine-color-green-6)",
  "--mantine-color-anchor": "#7d5a1c",
  "--mantine-color-placeholder": "#6d6d76",
  "--mantine-color-dimmed": "#5d5d66",
  "--mantine-color-default-border": "#8a8780",
};
const ofDark = {
  "--mantine-color-error": "#ef8484",
  "--mantine-color-success": "#6fc27c",
  "--mantine-color-anchor": "var(--mantine-color-gold-4)",
  "--mantine-color-placeholder": "#96969f",
  "--mantine-color-dimmed": "#a9a9b2",
  "--mantine-color-default-border": "#6b6b75",
};

function used(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => !unused.some((color) => name.includes(`-${color}-`))),
  );
}
