import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CurrentUser } from "../../contract/shapes/auth.ts";
import { paths } from "../paths.ts";
import { openRequestCount } from "../stores/progress.ts";
import { session } from "../stores/session.ts";
import { snackbars } from "../stores/snackbars.ts";
import { fetchFile } from "./fetchFile.ts";

const wentTo: string[] = [];
const saved: string[] = [];

beforeEach(() => {
  session.set({ token: "secret", currentUser: { id: 1 } as CurrentUser });
  vi.stubGlobal("localStorage", { removeItem: () => {} });
  vi.stubGlobal("location", { pathname: "/event/7/orders", assign: (path: string) => wentTo.push(path) });
  vi.stubGlobal("document", { createElement: () => ({ click: () => saved.push("file") }) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.set(null);
  wentTo.length = 0;
  saved.length = 0;
  for (let shown = snackbars.current.get(); shown !== null; shown = snackbars.current.get())
    snackbars.dismiss(shown.id);
});

function answerWith(replies: Readonly<Record<string, () => Response>>): void {
  vi.stubGlobal("fetch", async (address: string) => {
    const path = address.replace("/api/", "").replace(/\?.*/, "");
    const reply = replies[path];
    if (reply === undefined) throw new TypeError("Failed to fetch");
    return reply();
  });
}

const download = () => fetchFile("order/receiptPdf", { orderId: 3 });
const refusal = (status: number, msg: string) => () => Response.json({ msg, payload: null }, { status });
const sessionEnded = refusal(440, "Your session has ended. Please sign in again.");

test("a file that breaks off fails as a lost answer, and nothing is saved", async () => {
  const broken = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("%PDF")),
    pull: (controller) => controller.error(new TypeError("cut off")),
  });
  answerWith({ "order/receiptPdf": () => new Response(broken) });
  await expect(download()).rejects.toMatchObject({ status: 0, code: "noAnswer" });
  expect([saved, openRequestCount.get()]).toEqual([[], 0]);
});

test.each([
  ["440", sessionEnded],
  ["404, because visitors may not see the file", refusal(404, "There is no such order.")],
])("a download after the end of the session, answered with %s, leads to sign-in", async (_status, reply) => {
  answerWith({ "order/receiptPdf": reply, "auth/me": sessionEnded });
  await download();
  expect([saved, wentTo, session.get()]).toEqual([[], [paths.signin()], null]);
  expect(snackbars.current.get()).toMatchObject({ text: "Your session has ended. Please sign in again." });
});

test("a file that is not found fails with the server's message while the session lasts", async () => {
  const me = () => Response.json({ msg: null, payload: { currentUser: { id: 1 } } });
  answerWith({ "order/receiptPdf": refusal(404, "There is no such order."), "auth/me": me });
  await expect(download()).rejects.toMatchObject({ status: 404, msg: "There is no such order." });
  expect([wentTo, session.get()?.token]).toEqual([[], "secret"]);
});

test("a failed download whose reply is not ours has a readable message", async () => {
  answerWith({ "order/receiptPdf": () => new Response("<h1>Bad gateway</h1>", { status: 502 }) });
  const msg = "The file could not be made. Please try again.";
  await expect(download()).rejects.toMatchObject({ status: 502, msg });
});
