import { expect, test } from "vitest";
import { addressesIn, formerAddressesProblems, formerAddressesValues } from "./formerAddressesForm.ts";

test("saved addresses are shown one per line, and sent as they are shown", () => {
  const addresses = ["/peer/move", "/summer-gala"];
  expect(formerAddressesValues(addresses)).toEqual({ addresses: "/peer/move\n/summer-gala" });
  expect(addressesIn(formerAddressesValues(addresses))).toEqual(addresses);
  expect(addressesIn({ addresses: "\n /peer/move \r\n\n" })).toEqual(["/peer/move"]);
  expect(addressesIn(formerAddressesValues([]))).toEqual([]);
});

test("the message lists each line that is invalid or reserved", () => {
  expect(formerAddressesProblems({ addresses: "/peer/move\nhttps://old.example/e/gala?x=1" })).toEqual({});
  const { addresses: problem } = formerAddressesProblems({ addresses: "/peer//move\n/peer/move\n/api/peer" });
  expect(problem).toBe(
    'The address "/peer//move" must be a path such as /peer/move, with at most 200 characters. ' +
      "The address /api/peer is reserved for a page of this site.",
  );
});

test("an event has at most 20 addresses of a former system", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `/peer/${index}`).join("\n");
  expect(formerAddressesProblems({ addresses: lines(20) })).toEqual({});
  expect(formerAddressesProblems({ addresses: lines(21) })).toEqual({
    addresses: "Enter at most 20 addresses.",
  });
});
