import { expect, test } from "vitest";
import { eventConfig } from "../../../../contract/shapes/event.ts";
import { sampleEvent } from "../../../event/sample.ts";
import { cancelWords } from "./cancelWords.ts";

const words = (config: object, { isFree = false, now = "2030-12-01T00:00:00.000Z" } = {}) =>
  cancelWords(sampleEvent({ config: eventConfig.parse(config) }), { isFree, now: new Date(now) });

test("without a deadline a buyer reads that only the club can cancel", () => {
  expect(words({})).toBe("You cannot cancel by yourself. If you cannot come, ask the club.");
});

test("a buyer reads until when they can cancel, in the event's time zone, and what the club keeps", () => {
  const config = { cancelUntilHours: 48, dateFormat: "YYYY-MM-DD HH:mm" };
  expect(words({ ...config, cancelFeePercent: 10 })).toMatch(
    /^You can cancel until .*2030.*19:00.*Berlin.*\. The club keeps 10% of what you paid\.$/,
  );
  expect(words(config)).toMatch(/\. You get a full refund\.$/);
  expect(words({ ...config, cancelFeePercent: 100 })).toMatch(/\. The club keeps what you paid\.$/);
  expect(words({ ...config, cancelFeePercent: 10 }, { isFree: true })).not.toMatch(/paid/);
});

test("after the deadline a buyer reads that it is too late", () => {
  expect(words({ cancelUntilHours: 48 }, { now: "2030-12-10T18:00:00.000Z" })).toMatch(/^It is too late/);
});
