import { expect, test } from "vitest";
import { ApiError } from "../../api/apiError.ts";
import { type FollowUpInput, type FollowUpParts, followUp, type PurchaseStatus } from "../followUp.ts";

const following: FollowUpInput = { registrationId: 7, accessKey: "k".repeat(22), paymentIntentId: "pi_1" };

const standing = (state: string, paymentStatus: string) =>
  ({ registration: { state }, order: { paymentStatus }, attendees: [] }) as unknown as PurchaseStatus;

/** A server that gives these answers one after another, and then repeats the last one. Waits take no time. */
function server(answers: readonly (PurchaseStatus | Error)[]) {
  const requests: string[] = [];
  const waits: number[] = [];
  const leaving = new AbortController();
  const answer = async (name: string) => {
    const next = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(name);
    if (next instanceof Error) throw next;
    return next;
  };
  const surroundings: FollowUpParts = {
    api: { get: answer, post: answer } as unknown as FollowUpParts["api"],
    wait: async (ms) => {
      waits.push(ms);
    },
  };
  const reply: string[] = [];
  const onStanding = ({ registration }: PurchaseStatus) => reply.push(registration.state);
  return {
    asked: requests,
    waits,
    told: reply,
    leaving,
    surroundings,
    watch: { signal: leaving.signal, onStanding },
  };
}

const working = standing("pending", "pending");
const paid = standing("active", "paid");

test("the provider is asked first, then the server until it is decided", async () => {
  const { asked, told, surroundings, waits, watch } = server([working, working, paid]);
  expect(await followUp(following, surroundings, watch)).toBe(true);
  expect(asked).toEqual([
    "stripe/confirm-payment",
    "stripe/get-registration-from-payment",
    "stripe/get-registration-from-payment",
  ]);
  expect(told).toEqual(["pending", "pending", "active"]);
  expect(waits).toEqual([1000, 1000]);
});

test("without the provider's name of the payment the registration itself is followed", async () => {
  const { asked, surroundings, watch } = server([working, paid]);
  expect(await followUp({ ...following, paymentIntentId: null }, surroundings, watch)).toBe(true);
  expect(asked).toEqual(["registration/getRegistration", "registration/getRegistration"]);
});

test("a lost signal decides nothing", async () => {
  const lost = new ApiError({ status: 0, code: "noAnswer", msg: "No answer." });
  const { surroundings, told, watch } = server([lost, lost, paid]);
  expect(await followUp(following, surroundings, watch)).toBe(true);
  expect(told).toEqual(["active"]);
});

test("nothing is asked once the page was left", async () => {
  const { asked, leaving, surroundings, watch } = server([working]);
  const wait = async () => leaving.abort();
  expect(await followUp(following, { ...surroundings, wait }, watch)).toBe(false);
  expect(asked).toHaveLength(1);
});

test("after a quarter of an hour the rest is left to the mail", async () => {
  const { asked, surroundings, watch } = server([working]);
  expect(await followUp(following, surroundings, watch)).toBe(false);
  expect(asked.length).toBeGreaterThan(20);
});
