import { describe, expect, test } from "vitest";
import { type CallName, calls } from "../../../contract/all.ts";
import type { Call, FieldProblem } from "../../../contract/endpoint.ts";
import { DomainError } from "../../domainError.ts";
import { parse } from "../parse.ts";

/** The problems of a body or a query of a call, as `field message`. */
function wrongWith(name: CallName, given: unknown): string[] {
  const call: Call = calls[name];
  try {
    parse(call.body ?? call.query, given);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { fields } = error.payload as { fields: FieldProblem[] };
    return fields.map(({ path, message }) => `${path} ${message}`);
  }
}

const wish = { eventId: 1, tickets: [{ ticketId: 1, quantity: 1 }] };
const line = (change: object) => ({ ...wish, tickets: [{ ...wish.tickets[0], ...change }] });
const person = (change: object) => ({ ...wish, attendees: [{ ticketId: 1, firstName: "Mia", ...change }] });

describe("what is wrong is said by field, in words a person can act on:", () => {
  test.each<[string, CallName, unknown, string[]]>([
    ["nothing at all", "registration/initRegistration", null, ["eventId is required", "tickets is required"]],
    ["a list for the whole", "registration/initRegistration", [], ["body must be an object"]],
    [
      "missing",
      "registration/initRegistration",
      line({ quantity: undefined }),
      ["tickets.0.quantity is required"],
    ],
    [
      "a text for a number",
      "registration/initRegistration",
      line({ quantity: "1" }),
      ["tickets.0.quantity must be a number"],
    ],
    [
      "no whole number",
      "registration/initRegistration",
      line({ quantity: 1.5 }),
      ["tickets.0.quantity must be a whole number"],
    ],
    [
      "none",
      "registration/initRegistration",
      line({ quantity: 0 }),
      ["tickets.0.quantity must be at least 1"],
    ],
    [
      "too many",
      "registration/initRegistration",
      line({ quantity: 1e9 }),
      ["tickets.0.quantity must be at most 1000"],
    ],
    [
      "no id",
      "registration/initRegistration",
      line({ ticketId: "x" }),
      ["tickets.0.ticketId must be a whole number"],
    ],
    [
      "a negative id",
      "registration/initRegistration",
      line({ ticketId: -1 }),
      ["tickets.0.ticketId must be at least 1"],
    ],
    [
      "an empty list",
      "registration/initRegistration",
      { ...wish, tickets: [] },
      ["tickets must name at least one ticket"],
    ],
    ["no list", "registration/initRegistration", { ...wish, tickets: "x" }, ["tickets must be a list"]],
    [
      "no address",
      "registration/initRegistration",
      { ...wish, email: "x" },
      ["email must be an e-mail address"],
    ],
    [
      "a number for an optional text",
      "registration/initRegistration",
      { ...wish, userTimezone: 5 },
      ["userTimezone must be null or a text"],
    ],
    ["no name", "registration/express", person({ firstName: " " }), ["attendees.0.firstName is required"]],
    [
      "two lines for one",
      "registration/express",
      person({ firstName: "a\nb" }),
      ["attendees.0.firstName must be one line without control characters"],
    ],
    [
      "a NUL",
      "registration/express",
      person({ answers: [{ questionId: 1, answer: "a\0" }] }),
      ["attendees.0.answers.0.answer must be readable text"],
    ],
    [
      "neither yes nor no",
      "registration/express",
      person({ isPrimary: 5 }),
      ["attendees.0.isPrimary must be true or false"],
    ],
    [
      "a number for an answer",
      "registration/express",
      person({ answers: [{ questionId: 1, answer: 5 }] }),
      ["attendees.0.answers.0.answer must be a text or a list"],
    ],
    [
      "no answer",
      "registration/express",
      person({ answers: [{ questionId: 1 }] }),
      ["attendees.0.answers.0.answer is required"],
    ],
    [
      "a negative amount",
      "order/createOrder",
      { registrationId: 1, accessKey: "A".repeat(22), totalAmount: -1 },
      ["totalAmount must not be negative"],
    ],
    ["no access key", "order/createOrder", { registrationId: 1 }, ["accessKey is required"]],
    [
      "a wrong access key",
      "order/createOrder",
      { registrationId: 1, accessKey: "'--" },
      ["accessKey is not an access key"],
    ],
    [
      "a page that is none",
      "event/getAllEvents",
      { page: "x", itemsPerPage: "-5" },
      ["page must be a number", "itemsPerPage must be at least -1"],
    ],
    [
      "ids that are no list",
      "extras/getExtrasByIds",
      { extrasIds: "1,2" },
      ["extrasIds must be a JSON list of ids"],
    ],
    [
      "no ticket code",
      "registration/getRegistration",
      { registrationId: 1, qrUuid: "x" },
      ["qrUuid is not a ticket code"],
    ],
  ])("%s", (_what, name, given, problems) => {
    expect(wrongWith(name, given)).toEqual(problems);
  });

  test("of very many problems the first fifty", () => {
    const tickets = Array.from({ length: 100 }, () => ({}));
    expect(wrongWith("registration/initRegistration", { eventId: 1, tickets })).toHaveLength(50);
  });
});

test("the reply's sentence begins with the field, and is the field's own where that is a whole one", () => {
  const said = (name: CallName, given: unknown) => {
    expect(() => parse((calls[name] as Call).body, given)).toThrow();
    try {
      parse((calls[name] as Call).body, given);
    } catch (error) {
      return (error as DomainError).message;
    }
  };
  expect(said("auth/signin", { email: "a@b.c", password: "" })).toBe("password is required.");
  expect(said("auth/resetPassword", { token: "t", password: "" })).toBe("Password is required!");
  expect(said("auth/resetPassword", { token: "t", password: "short 1" })).toBe(
    "Password must be 8 or more characters!",
  );
});
