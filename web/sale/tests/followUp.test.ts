import { expect, test } from "vitest";
import { ApiError } from "../../api/apiError.ts";
import { type FollowUpInput, type FollowUpParts, followUp, type PurchaseStatus } from "../followUp.ts";

const input: FollowUpInput = { registrationId: 7, accessKey: "k".repeat(22), paymentIntentId: "pi_1" };

const statusOf = (state: string, paymentStatus: string) =>
  ({ registration: { state }, order: { paymentStatus }, attendees: [] }) as unknown as PurchaseStatus;

/** A server that gives these answers, and then repeats the last. Waits take no time. */
function createServer(answers: readonly (PurchaseStatus | Error)[]) {
  const requests: string[] = [];
  const waits: number[] = [];
  const leaving = new AbortController();
  const answer = async (name: string) => {
    const next = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(name);
    if (next instanceof Error) throw next;
    return next;
  };
  const parts: FollowUpParts = {
    api: { get: answer, post: answer } as unknown as FollowUpParts["api"],
    wait: async (ms) => {
      waits.push(ms);
    },
  };
  const states: string[] = [];
  const onAnswer = ({ registration }: PurchaseStatus) => states.push(registration.state);
  return {
    requests,
    waits,
    states,
    leaving,
    parts,
    watch: { signal: leaving.signal, onAnswer },
  };
}

const working = statusOf("pending", "pending");
const paid = statusOf("active", "paid");

test("the first request confirms the payment, and later ones read its outcome", async () => {
  const { requests, states, parts, waits, watch } = createServer([working, working, paid]);
  expect(await followUp(input, parts, watch)).toBe(true);
  expect(requests).toEqual([
    "stripe/confirm-payment",
    "stripe/get-registration-from-payment",
    "stripe/get-registration-from-payment",
  ]);
  expect(states).toEqual(["pending", "pending", "active"]);
  expect(waits).toEqual([1000, 1000]);
});

test("without a payment id the registration is requested", async () => {
  const { requests, parts, watch } = createServer([working, paid]);
  expect(await followUp({ ...input, paymentIntentId: null }, parts, watch)).toBe(true);
  expect(requests).toEqual(["registration/getRegistration", "registration/getRegistration"]);
});

test("a lost answer does not end the follow-up", async () => {
  const lost = new ApiError({ status: 0, code: "noAnswer", msg: "No answer." });
  const { parts, states, watch } = createServer([lost, lost, paid]);
  expect(await followUp(input, parts, watch)).toBe(true);
  expect(states).toEqual(["active"]);
});

test("a payment that failed at the bank is shown, and followed because the buyer may pay in another tab", async () => {
  const declined = new ApiError({ status: 402, code: "paymentFailed", msg: "Your card was declined." });
  const notPaid = { ...working, awaitsPayment: true };
  const { parts, requests, watch } = createServer([declined, notPaid, paid]);
  const answers: PurchaseStatus[] = [];
  const onAnswer = (answer: PurchaseStatus) => answers.push(answer);
  expect(await followUp(input, parts, { ...watch, onAnswer })).toBe(true);
  expect(requests).toHaveLength(3);
  expect(answers.map(({ awaitsPayment }) => awaitsPayment)).toEqual([true, undefined]);
});

test("nothing is requested after the page is left", async () => {
  const { requests, leaving, parts, watch } = createServer([working]);
  const wait = async () => leaving.abort();
  expect(await followUp(input, { ...parts, wait }, watch)).toBe(false);
  expect(requests).toHaveLength(1);
});

test("if the provider never decides, the page stops after 41 requests", async () => {
  const { requests, parts, watch } = createServer([working]);
  expect(await followUp(input, parts, watch)).toBe(false);
  expect(requests).toHaveLength(41);
});
