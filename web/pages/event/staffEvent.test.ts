import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import { createApi } from "../../api/client.ts";
import { apiContext } from "../../api/context.ts";
import { session } from "../../stores/session.ts";
import { loadStaffEvent } from "./staffEvent.ts";

const toSignIn = new Response(null, { status: 302, headers: { location: "/auth/Signin" } });

beforeEach(() => {
  session.set({ token: "secret", currentUser: { role: ADMIN, clubId: 4 } as CurrentUser });
  vi.stubGlobal("localStorage", { setItem: () => {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.set(null);
});

function server(replies: Readonly<Record<string, { status?: number; payload?: unknown }>>) {
  const asked: string[] = [];
  const api = createApi({
    fetch: async (path) => {
      const name = path.replace("/api/", "").replace(/\?.*/, "");
      asked.push(name);
      const { status = 200, payload = null } = replies[name] ?? { status: 404 };
      return Response.json({ msg: null, payload }, { status });
    },
    token: () => session.get()?.token ?? null,
    onExpired: (): never => {
      throw toSignIn;
    },
  });
  const context = new RouterContextProvider();
  context.set(apiContext, api);
  const request = new Request("https://foyer.example/event/7/tickets");
  return { asked, args: { context, request, params: { eventId: "7" } } };
}

const published = { id: 7, clubId: 4 };
const ended = { "auth/me": { status: 440 } };

test("the page of a published event leads to sign-in after the end of the session", async () => {
  const { args } = server({ ...ended, "event/getEvent": { payload: published } });
  await expect(loadStaffEvent(args)).rejects.toBe(toSignIn);
});

test("the page of a draft leads to sign-in after the end of the session", async () => {
  const { args } = server(ended);
  await expect(loadStaffEvent(args)).rejects.toBe(toSignIn);
});

test("auth/me is not called after an answer for staff, and an unknown event is not found despite a session", async () => {
  const opened = server({ "event/getEvent": { payload: { ...published, hasChangeToTell: false } } });
  expect(await loadStaffEvent(opened.args)).toMatchObject(published);
  expect(opened.asked).toEqual(["event/getEvent"]);
  const missing = server({ "auth/me": {} });
  await expect(loadStaffEvent(missing.args)).rejects.toMatchObject({ status: 404 });
});

test("auth/me is not called without a session", async () => {
  session.set(null);
  const { asked, args } = server({ ...ended, "event/getEvent": { payload: published } });
  await expect(loadStaffEvent(args)).rejects.toMatchObject({ status: 404 });
  expect(asked).toEqual(["event/getEvent"]);
});
