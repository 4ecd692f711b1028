import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { pdfContents, pdfWords } from "../../testing/pdfWords.ts";
import { openCompiler, openWebAssembly } from "../compiler.ts";
import { loadEngine, type TypesetRequest } from "../engine.ts";

const layouts = fileURLToPath(new URL("../layouts", import.meta.url));

function ticketOf(name: string): TypesetRequest {
  return {
    layout: "ticket",
    standard: "ua",
    pictures: {},
    codes: { "code-0.svg": "a code" },
    data: {
      title: "Tickets: Gala Night",
      author: "Harbour Club",
      eventName: "Gala Night",
      clubName: "Harbour Club",
      when: "Sat, Dec 12, 2026, 7:30 PM",
      whenLocal: null,
      location: "Town Hall",
      banner: null,
      attendees: [{ name, ticketTitle: "Adult", reference: "F-1", code: "code-0.svg" }],
      purchases: [],
      order: null,
    },
  };
}

test("a machine without the native add-on makes tickets with the same words, in five scripts", async () => {
  const native = await loadEngine(layouts, openCompiler);
  const webAssembly = await loadEngine(layouts, openWebAssembly);
  for (const name of ["Zoë Łukasiewicz", "Ελένη Παπαδοπούλου", "محمد عبد الرحمن", "王 小明", "สมหญิง น้ำฝน"]) {
    const [one, other] = [native(ticketOf(name)), webAssembly(ticketOf(name))];
    expect(pdfWords(other)).toEqual(pdfWords(one));
    expect(pdfContents(other)).toHaveLength(1);
  }
  // The WebAssembly build also logs the error.
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => webAssembly({ ...ticketOf("Ada"), layout: "missing" })).toThrow(/missing/);
  logged.mockRestore();
});
