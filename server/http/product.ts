import { readFileSync } from "node:fs";
import { holdLimits } from "../../contract/rules/holdLimits.ts";
import { maxPictureBytes } from "../../contract/rules/pictures.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

export const product = { name: "Foyer", version };

/** The limits that clients can read (call `info`). `imageBytes` is in bytes; the others are counts. */
export const limits = {
  imageBytes: maxPictureBytes,
  itemsPerPage: 1000,
  linesPerRegistration: holdLimits.lines,
};
