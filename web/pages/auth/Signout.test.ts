import { RouterContextProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import { createApi } from "../../api/client.ts";
import { apiContext } from "../../api/context.ts";
import { addSavedDoor } from "../../door/keptDoors.ts";
import { session } from "../../stores/session.ts";
import { loader } from "./Signout.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock("../../door/forgetDoors.ts");
});

async function openedAtSignOut(fillStorage: () => void): Promise<string[]> {
  const texts = new Map<string, string>();
  const storage = {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  };
  // Object.keys of a Storage has the names of its items.
  const ownKeys = () => [...texts.keys()];
  const getOwnPropertyDescriptor = (_target: object, name: string | symbol) =>
    texts.has(String(name)) ? { configurable: true, enumerable: true, value: "" } : undefined;
  vi.stubGlobal("localStorage", new Proxy(storage, { ownKeys, getOwnPropertyDescriptor }));
  const opened: string[] = [];
  vi.stubGlobal("indexedDB", {
    open: (name: string) => {
      opened.push(name);
      throw new Error("not in this test");
    },
  });
  fillStorage();
  const context = new RouterContextProvider();
  const reply = () => Response.json({ msg: null, payload: null });
  context.set(apiContext, createApi({ fetch: async () => reply(), token: () => "token", onExpired: fail }));
  await loader({ context } as never);
  return opened;
}

const fail = (): never => {
  throw new Error("The session had expired.");
};

test("signing out opens the names that were copied for a door, to delete them, but not those of a helper's link", async () => {
  const endsAt = "2026-11-27T22:00:00Z";
  const opened = await openedAtSignOut(() => {
    for (const eventId of [7, 8]) addSavedDoor({ eventId, endsAt });
    localStorage.setItem("foyer.doorLink.x", JSON.stringify({ eventId: 8 }));
  });
  expect(opened).toEqual(["foyer-door-7"]);
});

test("the session ends even if the code that forgets a door's names cannot be loaded", async () => {
  session.set({ token: "token", currentUser: {} as CurrentUser });
  vi.doMock("../../door/forgetDoors.ts", () => {
    throw new Error("offline");
  });
  await openedAtSignOut(() => addSavedDoor({ eventId: 7, endsAt: "2026-11-27T22:00:00Z" }));
  expect(session.get()).toBeNull();
});

test("only code for an expired session signs out without deleting names, because its door goes on scanning", () => {
  const sources = import.meta.glob<string>(["../../**/*.{ts,tsx}", "!../../**/*.test.*"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const imported = /import \{[^}]*\bsignOut\b[^}]*\} from "[^"]*stores\/session\.ts"/;
  const importers = Object.keys(sources).filter((path) => imported.test(sources[path]!));
  expect(importers.sort()).toEqual([
    "../../api/browser.ts",
    "../../door/signOutHere.ts",
    "../door/scanner/Problems.tsx",
  ]);
});
