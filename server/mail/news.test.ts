import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mailbox, type ReceivedMail, startMailbox } from "../testing/mailbox.ts";
import { composeEventCancelledMail, type EventCancelledMail } from "./eventCancelledMail.ts";
import { type ComposedMail, createTransport, type MailTransport } from "./transport.ts";

let mailbox: Mailbox;
let transport: MailTransport;
beforeAll(async () => {
  mailbox = await startMailbox();
  transport = createTransport({
    smtpUrl: mailbox.url,
    mailFrom: "tickets@foyer.example",
    outboxDir: "/nowhere",
  });
});
afterAll(async () => {
  transport.close();
  await mailbox.close();
});

/** The mail as its reader's program gets it. */
async function delivered(message: ComposedMail, name = "Zoë"): Promise<ReceivedMail> {
  await transport.send({ ...message, to: { name, address: "zoe@example.org" } }, "mail-1");
  const arrived = mailbox.mails().at(-1);
  if (arrived === undefined) throw new Error("nothing arrived");
  return arrived;
}
/** The words of the plain part, and those of the page, without its markup. */
const words = ({ text, html }: ReceivedMail) => ({
  text: (text ?? "").replace(/\s+/g, " "),
  html: (html ?? "").replace(/<head.*?<\/head>|<!--.*?-->|<[^>]*>/gs, "").replace(/\s+/g, " "),
});

const cancelled: EventCancelledMail = {
  eventName: "Summer Gala",
  clubName: "Harbour Club",
  when: "Sat, Dec 12, 2026, 7:00 PM – 11:00 PM",
  message: "The quay is under water.\n\n\nWe are very sorry & hope to see you in spring.",
  refunds: true,
};
describe("the mail about an event that is cancelled", () => {
  test("says so, when it was to be, the organiser's words and that the money goes back, twice over", async () => {
    const mail = await delivered(await composeEventCancelledMail(cancelled));
    expect(mail.subject).toBe("Cancelled: Summer Gala");
    expect(mail.attachments).toEqual([]);
    for (const part of [
      "Summer Gala is cancelled. It does not take place, so please do not come.",
      "Sat, Dec 12, 2026, 7:00 PM – 11:00 PM",
      "The quay is under water.",
      "Whatever was paid for it goes back in full, the way it came.",
      "You get this mail because somebody registered for Summer Gala with this address.",
    ]) {
      expect(words(mail).text).toContain(part);
      expect(words(mail).html).toContain(part);
    }
    expect(words(mail).text).toContain("We are very sorry & hope to see you in spring.");
    expect(words(mail).html).toContain("We are very sorry &amp; hope to see you in spring.");
    expect(mail.html).toMatch(/<p[^>]*>The quay is under water\.<\/p>/);
    expect(mail.headers.find(({ key }) => key === "content-type")?.value).toMatch(/^multipart\/alternative/);
  });

  test("promises no money that does not go back, and says nothing for an organiser who says nothing", async () => {
    const quiet = { ...cancelled, message: " \n ", refunds: false };
    const { text } = words(await delivered(await composeEventCancelledMail(quiet)));
    expect(text).not.toContain("goes back");
    expect(text).toContain("11:00 PM If you have questions about money, please write to the organiser.");
  });
});

test("texts of users stay texts here too: no element, no header, no recipient more", async () => {
  const nasty = `"><script>alert(1)</script><img src=x onerror=alert(1)>\r\nBcc: thief@evil.example`;
  const mails = await Promise.all([
    composeEventCancelledMail({
      ...cancelled,
      eventName: nasty,
      clubName: nasty,
      when: nasty,
      message: nasty,
    }),
    // The organiser's words alone, so that they are seen to be escaped whatever becomes of the rest.
    composeEventCancelledMail({ ...cancelled, message: nasty }),
  ]);
  for (const composed of mails) {
    const mail = await delivered(composed, nasty);
    expect(mail.html).not.toMatch(/<script|<img/);
    expect(mail.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(mail.text).toContain("<script>alert(1)</script>");
    expect(mail.recipients).toEqual(["zoe@example.org"]);
    expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
  }
});
