/** The notice to the old address of an account, because the new one may belong to another person. */
import { randomUUID } from "node:crypto";
import type { MailToQueue } from "../mail/queuedMail.ts";
import type { UserRow } from "./rows.ts";

/** The mail for an account as it was before. `byOwner`: its owner changed the address, else the super user. */
export function emailChangedMail(
  { id, email, full_name }: UserRow,
  { byOwner }: { byOwner: boolean },
): MailToQueue {
  const payload = { fullName: full_name, ...(byOwner && { byOwner }) };
  return { key: `emailChanged:${id}:${randomUUID()}`, kind: "emailChanged", recipient: email, payload };
}
