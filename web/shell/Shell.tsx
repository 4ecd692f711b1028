import "../theme/fonts.css";
import "../theme/tokens.css";
import "./shell.css";
import "../ui/parts.css";
import { useEffect } from "react";
import { Outlet, ScrollRestoration } from "react-router";
import { DefaultLayout } from "../layouts/DefaultLayout.tsx";
import { HeaderlessLayout } from "../layouts/HeaderlessLayout.tsx";
import { usePageHandle } from "../layouts/pageHandle.ts";
import type { Layout } from "../paths.ts";
import { Snackbars } from "../ui/snackbars/Snackbars.tsx";
import { OldBrowserNotice } from "../ui/TooOld.tsx";
import { Announcer } from "./Announcer.tsx";
import { CopyNotice } from "./CopyNotice.tsx";
import { markHydrated } from "./hydration.ts";
import { keepFocus } from "./keepFocus.ts";
import { ProgressBar } from "./ProgressBar.tsx";

const layouts: Record<Layout, ({ children }: { children: React.ReactNode }) => React.ReactNode> = {
  default: DefaultLayout,
  event: DefaultLayout,
  headerless: HeaderlessLayout,
  none: ({ children }) => children,
};

export function Shell() {
  const Wrapper = layouts[usePageHandle()?.layout ?? "default"];
  useEffect(() => {
    keepFocus();
    markHydrated();
  }, []);
  return (
    <>
      <ProgressBar />
      <OldBrowserNotice />
      <CopyNotice />
      <Wrapper>
        <Outlet />
      </Wrapper>
      <Snackbars />
      <Announcer />
      <ScrollRestoration />
    </>
  );
}
