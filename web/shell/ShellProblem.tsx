/** The last resort, when the shell itself fails: a page without layout. */
import { PageProblem } from "./PageProblem.tsx";

/** `paying` as PageProblem has it. */
export function ShellProblem({ paying }: { paying: boolean }) {
  return (
    <main className="mainView">
      <PageProblem paying={paying} />
    </main>
  );
}
