import type { ReactNode } from "react";
import { AppBar } from "./AppBar.tsx";
import { Footer } from "./Footer.tsx";
import { MainView } from "./MainView.tsx";
import { usePageHandle } from "./pageHandle.ts";

export function DefaultLayout({ children }: { children: ReactNode }) {
  const isWide = usePageHandle()?.layout === "event";
  return (
    <div className="page" data-wide={isWide || undefined}>
      <AppBar />
      <MainView>{children}</MainView>
      <Footer />
    </div>
  );
}
