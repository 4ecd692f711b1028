import { expect, test } from "vitest";
import { answerColumn, columnsAfter } from "./columns.ts";

const all = ["email", "phone", answerColumn(3)] as const;

test("a shown column gets its place in the order of all, and a hidden one is removed", () => {
  expect(columnsAfter(["email", "answer3"], all, { name: "phone", isShown: true })).toEqual([
    "email",
    "phone",
    "answer3",
  ]);
  expect(columnsAfter(["email", "answer3"], all, { name: "answer3", isShown: false })).toEqual(["email"]);
});

test("answer columns of other events stay chosen", () => {
  expect(columnsAfter(["answer99", "email"], all, { name: "email", isShown: false })).toEqual(["answer99"]);
});
