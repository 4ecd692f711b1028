import { describe, expect, test } from "vitest";
import { type CallName, calls } from "../../../contract/all.ts";
import type { Call, FieldProblem } from "../../../contract/endpoint.ts";
import { DomainError } from "../../domainError.ts";
import { parse } from "../parse.ts";

/** Each problem as `field message`. */
function problemsOf(name: CallName, input: unknown): string[] {
  const call: Call = calls[name];
  try {
    parse(call.body ?? call.query, input);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { fields } = error.payload as { fields: FieldProblem[] };
    return fields.map(({ path, message }) => `${path} ${message}`);
  }
}

const holdBody = { eventId: 1, tickets: [{ ticketId: 1, quantity: 1 }] };
const bodyWithLine = (change: object) => ({ ...holdBody, tickets: [{ ...holdBody.tickets[0], ...change }] });
const bodyWithAttendee = (change: object) => ({
  ...holdBody,
  attendees: [{ ticketId: 1, firstName: "Mia", ...change }],
});

describe("an invalid request is refused with a message for each field", () => {
  test.each<[string, CallName, unknown, string[]]>([
    ["a missing body", "registration/initRegistration", null, ["eventId is required", "tickets is required"]],
    ["a list as the body", "registration/initRegistration", [], ["body must be an object"]],
    [
      "a missing quantity",
      "registration/initRegistration",
      bodyWithLine({ quantity: undefined }),
      ["tickets.0.quantity is required"],
    ],
    [
      "a text as the quantity",
      "registration/initRegistration",
      bodyWithLine({ quantity: "1" }),
      ["tickets.0.quantity must be a number"],
    ],
    [
      "a quantity that is not whole",
      "registration/initRegistration",
      bodyWithLine({ quantity: 1.5 }),
      ["tickets.0.quantity must be a whole number"],
    ],
    [
      "a quantity of 0",
      "registration/initRegistration",
      bodyWithLine({ quantity: 0 }),
      ["tickets.0.quantity must be at least 1"],
    ],
    [
      "a quantity that is too large",
      "registration/initRegistration",
      bodyWithLine({ quantity: 1e9 }),
      ["tickets.0.quantity must be at most 1000"],
    ],
    [
      "a text as an id",
      "registration/initRegistration",
      bodyWithLine({ ticketId: "x" }),
      ["tickets.0.ticketId must be a whole number"],
    ],
    [
      "a negative id",
      "registration/initRegistration",
      bodyWithLine({ ticketId: -1 }),
      ["tickets.0.ticketId must be at least 1"],
    ],
    [
      "an empty list",
      "registration/initRegistration",
      { ...holdBody, tickets: [] },
      ["tickets must have at least one ticket"],
    ],
    [
      "a text as a list",
      "registration/initRegistration",
      { ...holdBody, tickets: "x" },
      ["tickets must be a list"],
    ],
    [
      "an invalid e-mail address",
      "registration/initRegistration",
      { ...holdBody, email: "x" },
      ["email must be an e-mail address"],
    ],
    [
      "a number for an optional text",
      "registration/initRegistration",
      { ...holdBody, userTimezone: 5 },
      ["userTimezone must be null or a text"],
    ],
    [
      "a name of two lines",
      "registration/express",
      bodyWithAttendee({ firstName: "a\nb" }),
      ["attendees.0.firstName must be one line without control characters"],
    ],
    [
      "a text with a NUL",
      "registration/express",
      bodyWithAttendee({ answers: [{ questionId: 1, answer: "a\0" }] }),
      ["attendees.0.answers.0.answer must be readable text"],
    ],
    [
      "a number as a boolean",
      "registration/express",
      bodyWithAttendee({ isPrimary: 5 }),
      ["attendees.0.isPrimary must be true or false"],
    ],
    [
      "a number for an answer",
      "registration/express",
      bodyWithAttendee({ answers: [{ questionId: 1, answer: 5 }] }),
      ["attendees.0.answers.0.answer must be a text or a list"],
    ],
    [
      "a missing answer",
      "registration/express",
      bodyWithAttendee({ answers: [{ questionId: 1 }] }),
      ["attendees.0.answers.0.answer is required"],
    ],
    [
      "a negative amount",
      "order/createOrder",
      { registrationId: 1, accessKey: "A".repeat(22), totalAmount: -1 },
      ["totalAmount must not be negative"],
    ],
    ["a missing access key", "order/createOrder", { registrationId: 1 }, ["accessKey is required"]],
    [
      "a wrong access key",
      "order/createOrder",
      { registrationId: 1, accessKey: "'--" },
      ["accessKey is not an access key"],
    ],
    [
      "invalid page numbers",
      "event/getAllEvents",
      { page: "x", itemsPerPage: "-5" },
      ["page must be a number", "itemsPerPage must be at least -1"],
    ],
    [
      "ids that are not a list",
      "extras/getExtrasByIds",
      { extrasIds: "1,2" },
      ["extrasIds must be a JSON list of ids"],
    ],
    [
      "an invalid ticket code",
      "registration/getRegistration",
      { registrationId: 1, qrUuid: "x" },
      ["qrUuid is not a ticket code"],
    ],
  ])("the refusal of %s names the field and the problem", (_what, name, input, problems) => {
    expect(problemsOf(name, input)).toEqual(problems);
  });

  test("a refusal lists at most fifty problems", () => {
    const tickets = Array.from({ length: 100 }, () => ({}));
    expect(problemsOf("registration/initRegistration", { eventId: 1, tickets })).toHaveLength(50);
  });
});

test("a refusal's message begins with the field's path, unless the field's message is a whole sentence", () => {
  const messageOf = (name: CallName, input: unknown) => {
    expect(() => parse((calls[name] as Call).body, input)).toThrow();
    try {
      parse((calls[name] as Call).body, input);
    } catch (error) {
      return (error as DomainError).message;
    }
  };
  expect(messageOf("auth/signin", { email: "a@b.c", password: "" })).toBe("password is required.");
  expect(messageOf("auth/resetPassword", { token: "t", password: "" })).toBe("Password is required!");
  expect(messageOf("auth/resetPassword", { token: "t", password: "short 1" })).toBe(
    "Password must be 8 or more characters!",
  );
});
