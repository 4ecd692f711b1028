import { expect, test } from "vitest";
import { MOST_COPIED, MOST_SCANS } from "../../../contract/shapes/door/door.ts";
import { copyPageSize, mostScans } from "../doorConnection.ts";

test("a device sends and requests as much as a call accepts", () => {
  expect({ mostScans, pageSize: copyPageSize }).toEqual({ mostScans: MOST_SCANS, pageSize: MOST_COPIED });
});
