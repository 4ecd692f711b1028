import { describe, expect, test } from "vitest";
import { acceptedFilesText, isAccepted, sizeText, sortFiles } from "./acceptedFiles.ts";

const file = (name: string, type = "", size = 10) => ({ name, type, size });

describe("docs/product.md §3: accepted files", () => {
  test.each([
    ["its extension", file("guests.csv"), ".xlsx,.csv"],
    ["its extension in capitals", file("PHOTO.JPG"), ".jpg"],
    ["its mime type", file("photo", "image/png"), "image/png"],
    ["its mime type with parameters", file("g", "text/csv; charset=utf-8"), "text/csv"],
    ["a wildcard", file("photo", "image/webp"), "image/*"],
    ["any one of a list", file("a.pdf", "application/pdf"), "image/*, .pdf"],
    ["an empty list", file("anything"), ""],
    ["a list of everything", file("anything"), "*/*"],
  ] as const)("a file is accepted by %s", (_, offered, accept) => {
    expect(isAccepted(offered, accept)).toBe(true);
  });

  test.each([
    ["another extension", file("notes.txt", "text/plain"), ".csv"],
    ["another type", file("photo.gif", "image/gif"), "image/png,image/jpeg"],
    ["a type that only begins with the same letters", file("x", "imagery/png"), "image/*"],
    ["an unknown type", file("photo"), "image/*"],
    ["a name that is only the extension", file(".csv"), ".csv"],
    ["an extension in the middle", file("a.csv.exe"), ".csv"],
  ] as const)("a file is not accepted because of %s", (_, offered, accept) => {
    expect(isAccepted(offered, accept)).toBe(false);
  });
});

test("docs/product.md §5: files that do not match are rejected, and all others kept, or only the first if one may be chosen", () => {
  const [photo, notes, logo] = [
    file("a.png", "image/png"),
    file("b.txt", "text/plain"),
    file("c.png", "image/png"),
  ];
  const offered = [photo, notes, logo];
  expect(sortFiles(offered, { accept: "image/*", multiple: true })).toEqual({
    accepted: [photo, logo],
    rejected: [notes],
  });
  expect(sortFiles(offered, { accept: "image/*", multiple: false })).toEqual({
    accepted: [photo],
    rejected: [notes, logo],
  });
});

test("a size is written in a readable unit", () => {
  expect([640, 12_400, 3_400_000].map(sizeText)).toEqual(["640 B", "12 KB", "3.4 MB"]);
  expect([999_499, 999_500].map(sizeText)).toEqual(["999 KB", "1.0 MB"]);
});

test("the message for a refused file lists the accepted extensions, or the mime types if there are none", () => {
  const single = { multiple: false };
  expect(acceptedFilesText({ accept: ".xlsx,.csv", ...single })).toBe("Choose one .xlsx or .csv file.");
  expect(acceptedFilesText({ accept: "image/png, .png", ...single })).toBe("Choose one .png file.");
  expect(acceptedFilesText({ accept: "image/*", multiple: true })).toBe("Choose image/* files.");
  expect(acceptedFilesText({ accept: "", ...single })).toBe("Choose one file.");
});
