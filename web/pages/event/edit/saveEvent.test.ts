import { describe, expect, test } from "vitest";
import { createApi } from "../../../api/client.ts";
import { newEventValues } from "./eventValues.ts";
import { type SaveProgress, saveEventForm } from "./saveEvent.ts";

const values = {
  ...newEventValues("UTC", new Date("2030-06-01T12:00:00Z")),
  name: "Gala",
  price: "25",
  places: "100",
};

/** A server that answers with these statuses, then with 200. It refuses a key that got a 200 with another body. */
function serverOf(...statuses: number[]) {
  const requests: string[] = [];
  const bodyOfKey = new Map<string, string>();
  const messages: string[] = [];
  const api = createApi({
    fetch: async (path, { body, headers }) => {
      const text = typeof body === "string" ? body : "{}";
      const key = `${path} ${new Headers(headers).get("idempotency-key")}`;
      if ((bodyOfKey.get(key) ?? text) !== text)
        return Response.json({ msg: "Another request.", code: "idempotencyMismatch" }, { status: 409 });
      const sent = JSON.parse(text) as {
        id?: number;
        isActive?: boolean;
        eventId?: number;
      };
      requests.push(
        `${path.replace("/api/", "")} ${JSON.stringify({ id: sent.id ?? sent.eventId, isActive: sent.isActive })}`,
      );
      const status = statuses.shift() ?? 200;
      if (status === 200) bodyOfKey.set(key, text);
      const reply =
        status === 200 ? { msg: "Saved.", payload: { id: 7 } } : { msg: "No.", code: "invalidInput" };
      return Response.json(reply, { status });
    },
    onExpired: () => undefined,
    token: () => "secret",
    onMessage: (text) => messages.push(text),
  });
  const progress: SaveProgress = { eventId: null, hasTicket: false };
  const options = { idempotencyKey: "key", suppressFailure: true };
  return {
    requests,
    messages,
    progress,
    save: (isActive: boolean) => saveEventForm(api, progress, { values, isActive, options }),
  };
}

describe("a new event", () => {
  test("a new event is saved as a draft, gets its ticket, and is published last, with one message", async () => {
    const { requests, messages, save } = serverOf();
    expect(await save(true)).toEqual({ id: 7 });
    expect(requests).toEqual([
      'event/save {"isActive":false}',
      'ticket/save {"id":7}',
      'event/save {"id":7,"isActive":true}',
    ]);
    expect(messages).toEqual(["Saved."]);
  });

  test("a new event whose ticket is refused is not created twice by a retry", async () => {
    const { requests, messages, save } = serverOf(200, 400);
    await expect(save(true)).rejects.toThrow("No.");
    expect(messages).toEqual([]);
    requests.length = 0;
    await save(true);
    expect(requests).toEqual([
      'event/save {"id":7}',
      'ticket/save {"id":7}',
      'event/save {"id":7,"isActive":true}',
    ]);
  });

  test("a new event whose publishing fails keeps its ticket", async () => {
    const { requests, save } = serverOf(200, 200, 503);
    await expect(save(true)).rejects.toThrow("No.");
    requests.length = 0;
    await save(true);
    expect(requests).toEqual(['event/save {"id":7,"isActive":true}']);
  });

  test("a new event whose ticket fails first, and then its publishing, is published by the third try", async () => {
    const { requests, save } = serverOf(200, 503, 200, 200, 503);
    await expect(save(true)).rejects.toThrow("No.");
    await expect(save(true)).rejects.toThrow("No.");
    requests.length = 0;
    expect(await save(true)).toEqual({ id: 7 });
    expect(requests).toEqual(['event/save {"id":7,"isActive":true}']);
  });
});

test("an event that has tickets is saved in one call", async () => {
  const { requests, progress, save } = serverOf();
  Object.assign(progress, { eventId: 9, hasTicket: true });
  await save(false);
  expect(requests).toEqual(['event/save {"id":9,"isActive":false}']);
});
