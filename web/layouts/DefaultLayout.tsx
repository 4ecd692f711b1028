/** App bar, footer and main view. */
import type { ReactNode } from "react";
import { AppBar } from "./AppBar.tsx";
import { Footer } from "./Footer.tsx";
import { MainView } from "./MainView.tsx";

export function DefaultLayout({ children }: { children: ReactNode }) {
  return (
    <div className="page">
      <AppBar />
      <MainView>{children}</MainView>
      <Footer />
    </div>
  );
}
