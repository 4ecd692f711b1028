import { expect, test } from "vitest";
import { palette } from "./palette.ts";
import { theme } from "./theme.ts";
import { themeCss } from "./variables.ts";

test("the palette is that of docs/product.md §9", () => {
  expect(palette).toEqual({
    background: "#0e0e10",
    surface: "#1a1a1d",
    primary: "#c79f5a",
    secondary: "#2d568f",
    error: "#c94c4c",
    success: "#3a7d44",
    warning: "#e0a84c",
    info: "#4a90e2",
  });
});

test("each colour of the palette is a shade of the theme, unchanged", () => {
  const shade = (name: string, index: number) => theme.colors?.[name]?.[index];
  expect([shade("dark", 7), shade("dark", 6)]).toEqual([palette.background, palette.surface]);
  expect(["gold", "secondary", "red", "green", "yellow", "blue"].map((name) => shade(name, 5))).toEqual([
    palette.primary,
    palette.secondary,
    palette.error,
    palette.success,
    palette.warning,
    palette.info,
  ]);
});

test("the stylesheet has the dark and the light scheme, and not Mantine's unused colour grape", () => {
  const css = themeCss();
  expect(css).toContain(`[data-mantine-color-scheme="dark"]`);
  expect(css).toContain(`[data-mantine-color-scheme="light"]`);
  expect(css).toMatch(/--mantine-color-gold-5: ?#c79f5a/);
  expect(css).not.toContain("grape");
});

test("red has one shade for texts and one for backgrounds, in buttons and menus too", () => {
  const timesIn = (part: string) => themeCss().split(part).length - 1;
  // Once in each scheme.
  for (const name of ["text", "light-color", "outline"])
    expect(timesIn(`--mantine-color-red-${name}: var(--bad);`), name).toBe(2);
  expect(timesIn("--mantine-color-red-filled: var(--badFill);")).toBe(2);
});
