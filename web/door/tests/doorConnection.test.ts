import { expect, test } from "vitest";
import { MOST_COPIED, MOST_SCANS } from "../../../contract/shapes/door/door.ts";
import { copyPageSize, maxScans } from "../doorConnection.ts";

test("a device's limits for sent scans and copied attendees equal the limits of the calls", () => {
  expect({ maxScans, pageSize: copyPageSize }).toEqual({ maxScans: MOST_SCANS, pageSize: MOST_COPIED });
});
