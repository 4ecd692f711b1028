import { expect, test } from "vitest";
import { MOST_COPIED, MOST_SCANS } from "../../../contract/shapes/door/door.ts";
import { copyPageSize, maxScans } from "../doorConnection.ts";

test("a device sends and requests as much as a call accepts", () => {
  expect({ maxScans, pageSize: copyPageSize }).toEqual({ maxScans: MOST_SCANS, pageSize: MOST_COPIED });
});
