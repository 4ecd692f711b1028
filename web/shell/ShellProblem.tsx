/** The last resort, when the shell itself fails: a page without layout. */
import { PageProblem } from "./PageProblem.tsx";

export function ShellProblem() {
  return (
    <main className="mainView">
      <PageProblem />
    </main>
  );
}
