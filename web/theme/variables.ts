/**
 * The stylesheet of Mantine's variables, made at build time. Mantine would write them into a <style> element, which our
 * content policy forbids.
 */
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import { theme } from "./theme.ts";

const unusedColors = ["pink", "grape", "violet", "indigo", "cyan", "teal", "lime", "orange"];

export function themeCss(): string {
  const { variables, light, dark } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  return convertCssVariables({
    variables: withoutUnused(variables),
    light: { ...withoutUnused(light), ...overrides },
    dark: { ...withoutUnused(dark), ...overrides },
  });
}

/** The page's own colours (tokens.css), with enough contrast for texts. */
const overrides = {
  "--mantine-color-body": "var(--ground)",
  "--mantine-color-error": "var(--bad)",
  // Red has one shade for texts and one for filled backgrounds: some of Mantine's red texts have too little contrast.
  "--mantine-color-red-text": "var(--bad)",
  "--mantine-color-red-light-color": "var(--bad)",
  "--mantine-color-red-light": "rgb(var(--badRgb) / 10%)",
  // With Mantine's own value a text under the pointer has too little contrast.
  "--mantine-color-red-light-hover": "rgb(var(--badRgb) / 14%)",
  "--mantine-color-red-outline": "var(--bad)",
  "--mantine-color-red-filled": "var(--badFill)",
  "--mantine-color-success": "var(--good)",
  "--mantine-color-anchor": "var(--accentText)",
  "--mantine-color-placeholder": "var(--muted)",
  "--mantine-color-dimmed": "var(--muted)",
  "--mantine-color-default-border": "var(--control)",
  "--mantine-color-disabled": "var(--line)",
  "--mantine-color-disabled-color": "var(--muted)",
};

function withoutUnused(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => !unusedColors.some((color) => name.includes(`-${color}-`))),
  );
}
