import { expect, test } from "vitest";
import { ApiError } from "../../../api/apiError.ts";
import { supportProgress } from "./supportProgress.ts";

async function progressAt(attempt: number, answer: object) {
  const names: string[] = [];
  const ask = async (name: string) => {
    names.push(name);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const api = { get: ask, post: ask } as unknown as Parameters<typeof supportProgress>[0];
  const { signal } = new AbortController();
  const payment = { accessKey: "k".repeat(22), paymentIntentId: "pi_1", attempt, signal };
  return { names, ...(await supportProgress(api, payment)) };
}

test("a payment that was cancelled at the bank is decided at every request", async () => {
  const declined = "Your payment did not arrive";
  const awaiting = { processed: false, awaitsPayment: true };
  expect(await progressAt(0, awaiting)).toEqual({
    names: ["stripe/confirm-payment"],
    isDecided: true,
    declined,
  });
  expect(await progressAt(1, awaiting)).toEqual({
    names: ["stripe/get-registration-from-payment"],
    isDecided: true,
    declined,
  });
});

test("a payment is followed while the bank decides, and until it is paid", async () => {
  expect(await progressAt(1, { processed: false })).toMatchObject({ isDecided: false, declined: null });
  expect(await progressAt(1, { processed: true })).toMatchObject({ isDecided: true, declined: null });
});

test("a declined card and an ended hold are decided, a lost answer is not", async () => {
  const failure = (code: string) => new ApiError({ status: 402, code: code as "paymentFailed", msg: "No." });
  expect(await progressAt(0, failure("paymentFailed"))).toMatchObject({ isDecided: true, declined: "No." });
  expect(await progressAt(0, failure("holdExpired"))).toMatchObject({ isDecided: true, declined: null });
  await expect(progressAt(0, failure("noAnswer"))).rejects.toThrow("No.");
});
