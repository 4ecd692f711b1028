// A test that calls one of these methods of the console, or causes a warning of Node, fails, because nobody reads the
// output. If it expects a message, it mocks the method: vi.spyOn(console, "error").mockImplementation(…).
import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

const messages: string[] = [];

for (const level of ["log", "info", "warn", "error", "debug"] as const) {
  console[level] = (...parts: unknown[]) => void messages.push(`console.${level}: ${format(...parts)}`);
}
const recordWarning = (warning: Error) => void messages.push(String(warning));
process.on("warning", recordWarning);

afterEach(failOnNoise);
afterAll(() => {
  // Another file may run in this process afterwards.
  process.off("warning", recordWarning);
  failOnNoise();
});

function failOnNoise(): void {
  const noise = messages.splice(0);
  if (noise.length > 0) throw new Error(`A test printed:\n${noise.join("\n")}`);
}
