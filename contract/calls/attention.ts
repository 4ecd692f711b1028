import { z } from "zod";
import { call } from "../endpoint.ts";
import { id, requiredTextLine, textLine } from "../scalars.ts";
import { failingJob, failingMail, olderThan } from "../shapes/failing.ts";
import { moneyCase } from "../shapes/money/moneyCase.ts";

export const attentionCalls = {
  "attention/getCases": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "Open cases of an event that belong to no order, such as a returned mail. Cases of orders are in order/getOrders. At most 200, newest first",
    query: z.object({ eventId: id }),
    payload: z.array(moneyCase),
  }),
  "attention/getUnknown": call({
    method: "GET",
    access: "sudo",
    kind: "read",
    summary:
      "Open cases of payments at the provider that belong to no order, for the super user. At most 200, newest first",
    payload: z.array(moneyCase),
  }),
  "attention/getFailingMails": call({
    method: "GET",
    access: "sudo",
    kind: "read",
    summary: "Mails that could not be written or sent, for the super user. At most 50, newest first",
    query: olderThan,
    payload: z.array(failingMail),
  }),
  "attention/getFailingJobs": call({
    method: "GET",
    access: "sudo",
    kind: "read",
    summary: "Jobs whose last attempt failed, except mails, for the super user. At most 50, newest first",
    query: olderThan,
    payload: z.array(failingJob),
  }),
  "attention/markDone": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Mark a case as done. Who did it and when is recorded, and the case is no longer shown. A repeat changes nothing",
    body: z.object({ key: requiredTextLine(100), note: textLine(500).default("") }),
    payload: z.object({ key: z.string() }),
  }),
};
