import { randomUUID } from "node:crypto";
import type { MailToQueue } from "../mail/queuedMail.ts";
import type { UserRow } from "./rows.ts";

/** The notice of a new address. It goes to the old one, because the new one may belong to another person. */
export function emailChangedMail(
  { id, email, full_name }: UserRow,
  { byOwner }: { byOwner: boolean },
): MailToQueue {
  const payload = { fullName: full_name, ...(byOwner && { byOwner }) };
  return { key: `emailChanged:${id}:${randomUUID()}`, kind: "emailChanged", recipient: email, payload };
}
