/** The Suspense boundary lets the shell react before the page is hydrated. */
import { type ReactNode, Suspense } from "react";

export const mainViewId = "main";

export function MainView({ children }: { children: ReactNode }) {
  return (
    <main id={mainViewId} className="mainView" tabIndex={-1}>
      <Suspense>{children}</Suspense>
    </main>
  );
}
