import { expect, test } from "vitest";
import { eventReader } from "../serverSentEvents.ts";

test("a message may come in several pieces, and one piece may have several messages", () => {
  const read = eventReader();
  expect(read("event: figures\nda")).toEqual([]);
  expect(read('ta: {"a":1}\n')).toEqual([]);
  expect(read("\nevent: figures\ndata: 2\n\nevent: fig")).toEqual([
    { event: "figures", data: '{"a":1}' },
    { event: "figures", data: "2" },
  ]);
});

test("comments that keep the connection open are no messages", () => {
  const read = eventReader();
  expect(read(":\n\n:\n\ndata: 1\n\n")).toEqual([{ event: "message", data: "1" }]);
});
