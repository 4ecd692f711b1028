/** The page itself, in a boundary of its own so that the shell around it answers before the page has woken up. */
import { type ReactNode, Suspense } from "react";

export const mainViewId = "main";

export function MainView({ children }: { children: ReactNode }) {
  return (
    <main id={mainViewId} className="mainView">
      <Suspense>{children}</Suspense>
    </main>
  );
}
