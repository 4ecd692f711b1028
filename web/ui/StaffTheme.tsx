/**
 * Mantine for the pages of staff, which are forms and tables. The public pages go without it: what it weighs on a
 * visitor's phone (6 KB of script, and half as long again until the page answers) is more than their few fields need.
 */
import "./staffStyles.ts";
import { createTheme, MantineProvider, mergeThemeOverrides } from "@mantine/core";
import { type ReactNode, useSyncExternalStore } from "react";
import { mainViewId } from "../layouts/MainView.tsx";
import { colorScheme } from "../stores/colorScheme.ts";
import { theme } from "../theme/theme.ts";

/** High enough for a thumb, and with edges that are seen (staff.css). */
const staffTheme = mergeThemeOverrides(
  theme,
  createTheme({
    components: {
      Input: { defaultProps: { size: "md" }, classNames: { input: "staffInput" } },
      InputWrapper: { defaultProps: { size: "md" }, classNames: { label: "staffLabel" } },
      Button: { defaultProps: { size: "md" } },
      // Mantine's placeholder for the first focus is no item, which a menu may not have (ARIA); the first item takes it.
      Menu: {
        defaultProps: { withInitialFocusPlaceholder: false, shadow: "md" },
        classNames: { item: "staffMenuItem" },
      },
      // What drops down belongs to the page, as whoever reads it by its landmarks finds it.
      Portal: { defaultProps: { target: `#${mainViewId}` } },
      Popover: { defaultProps: { shadow: "md" } },
      Pagination: { classNames: { control: "staffPageNumber" } },
      ActionIcon: { classNames: { root: "staffAction" } },
      Checkbox: { classNames: { input: "staffBox" } },
      Switch: { classNames: { input: "staffSwitch", track: "staffTrack", description: "staffHint" } },
    },
  }),
);

/** The scheme is ours to keep (stores/colorScheme.ts), so Mantine keeps none. */
const noManager = {
  get: <T,>(standard: T) => standard,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/** Mantine writes no style elements of its own: its variables are in a stylesheet (theme/variables.ts). */
export function StaffTheme({ children }: { children: ReactNode }) {
  const scheme = useSyncExternalStore(colorScheme.subscribe, colorScheme.get, colorScheme.get);
  return (
    <MantineProvider
      theme={staffTheme}
      forceColorScheme={scheme}
      colorSchemeManager={noManager}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
