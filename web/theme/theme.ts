import { createTheme, type MantineColorsTuple } from "@mantine/core";
import { palette } from "./palette.ts";
import { shadesOf } from "./shades.ts";

/** Mantine reads surface from shade 6 and background from shade 7. */
const dark: MantineColorsTuple = [
  "#ececee",
  "#d3d3d8",
  "#a5a5ae",
  "#7d7d88",
  "#3a3a41",
  "#2a2a2f",
  palette.surface,
  palette.background,
  "#09090a",
  "#050506",
];

export const theme = createTheme({
  primaryColor: "gold",
  primaryShade: 5,
  autoContrast: true,
  luminanceThreshold: 0.3,
  black: "#17171a",
  white: "#ffffff",
  defaultRadius: "md",
  cursorType: "pointer",
  fontFamily: "var(--font)",
  headings: { fontFamily: "var(--font)", fontWeight: "650" },
  colors: {
    dark,
    gold: shadesOf(palette.primary),
    secondary: shadesOf(palette.secondary),
    red: shadesOf(palette.error),
    green: shadesOf(palette.success),
    yellow: shadesOf(palette.warning),
    blue: shadesOf(palette.info),
  },
});
