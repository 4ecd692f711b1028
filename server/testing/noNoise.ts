// Output of a test is a defect or a message that nobody reads, so it fails the test.
// A test that expects a message mocks the method itself: vi.spyOn(console, "error").mockImplementation(…).
import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

const heard: string[] = [];

for (const level of ["log", "info", "warn", "error", "debug"] as const) {
  console[level] = (...parts: unknown[]) => void heard.push(`console.${level}: ${format(...parts)}`);
}
const hear = (warning: Error) => void heard.push(String(warning));
process.on("warning", hear);

afterEach(refuseNoise);
afterAll(() => {
  // Another file may run in this process afterwards.
  process.off("warning", hear);
  refuseNoise();
});

function refuseNoise(): void {
  const noise = heard.splice(0);
  if (noise.length > 0) throw new Error(`A test printed:\n${noise.join("\n")}`);
}
