/**
 * The public pages do without Mantine, so that a visitor's phone loads less
 * (docs/decisions/0003-pages-without-a-kit.md).
 */
import { useStore } from "../stores/useStore.ts";
import "./staffStyles.ts";
import { createTheme, MantineProvider, mergeThemeOverrides } from "@mantine/core";
import type { ReactNode } from "react";
import { mainViewId } from "../layouts/MainView.tsx";
import { colorScheme } from "../stores/colorScheme.ts";
import { theme } from "../theme/theme.ts";

/** The classes are in staff.css. */
const staffTheme = mergeThemeOverrides(
  theme,
  createTheme({
    components: {
      Input: { defaultProps: { size: "md" }, classNames: { input: "staffInput" } },
      InputWrapper: { defaultProps: { size: "md" }, classNames: { label: "staffLabel" } },
      Button: { defaultProps: { size: "md" } },
      // ARIA does not allow Mantine's focus placeholder in a menu, because it is no menu item.
      Menu: {
        defaultProps: { withInitialFocusPlaceholder: false, shadow: "md" },
        classNames: { item: "staffMenuItem" },
      },
      // Dropdowns are inside the main landmark, so that screen readers find them there.
      Portal: { defaultProps: { target: `#${mainViewId}` } },
      Popover: { defaultProps: { shadow: "md" } },
      Pagination: { classNames: { control: "staffPageNumber" } },
      ActionIcon: { classNames: { root: "staffAction" } },
      Checkbox: { classNames: { input: "staffBox" } },
      Switch: { classNames: { input: "staffSwitch", track: "staffTrack", description: "staffHint" } },
    },
  }),
);

/** stores/colorScheme.ts stores the scheme, so Mantine must not store it. */
const noManager = {
  get: <T,>(standard: T) => standard,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/** Mantine's variables are in a stylesheet (theme/variables.ts). */
export function StaffTheme({ children }: { children: ReactNode }) {
  const scheme = useStore(colorScheme);
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
