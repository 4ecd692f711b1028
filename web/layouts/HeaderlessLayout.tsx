import type { ReactNode } from "react";
import { MainView } from "./MainView.tsx";

export function HeaderlessLayout({ children }: { children: ReactNode }) {
  return (
    <div className="page">
      <MainView>{children}</MainView>
    </div>
  );
}
