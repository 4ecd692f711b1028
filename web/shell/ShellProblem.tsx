/** The error page if the shell itself fails: without a layout. */
import { PageProblem } from "./PageProblem.tsx";

/** `paying`: see PageProblem. */
export function ShellProblem({ paying }: { paying: boolean }) {
  return (
    <main className="mainView">
      <PageProblem paying={paying} />
    </main>
  );
}
