/** This process runs all attacks at the same time. It makes the hostile files in advance. */
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { hostilePictures } from "../../server/testing/hostile/pictures.ts";
import { hostileSheets } from "../../server/testing/hostile/sheets.ts";
import type { AttackPlan, AttackResult } from "./plan.ts";

const sheets = hostileSheets.map(({ name, make }) => ({
  name,
  call: "registration/bulkImportAttendee",
  file: make(),
}));
const pictures = await Promise.all(
  hostilePictures.map(async ({ name, make }) => ({
    name,
    call: "event/saveLandingConfig",
    file: await make(),
  })),
);

process.on("message", (plan: AttackPlan) => {
  void attack(plan).then((result) => process.send!(result));
});
process.once("disconnect", () => process.exit());
process.send!("files are ready");

async function attack({ port, clubs, eventId, ticketId, seconds }: AttackPlan): Promise<AttackResult> {
  const endsAt = performance.now() + seconds * 1000;
  const url = `http://127.0.0.1:${port}`;
  const result: AttackResult = { slowestRefusalMs: 0, slowest: "", files: 0, answered: {}, wrong: [] };
  let n = 0;
  /** An unused address: an IPv6 network of its own. */
  const newAddress = () => `2001:db8:${((n >> 16) & 0xffff).toString(16)}:${(n++ & 0xffff).toString(16)}::1`;

  async function callApi(
    call: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body: string | FormData },
  ): Promise<number> {
    const allHeaders = { "x-forwarded-for": newAddress(), ...headers };
    const reply = await fetch(`${url}/api/${call}`, { method, headers: allHeaders, body }).catch(() => null);
    const status = reply?.status ?? 0;
    await reply?.arrayBuffer().catch(() => null);
    const outcome = `${call.split("?")[0]} ${status}`;
    result.answered[outcome] = (result.answered[outcome] ?? 0) + 1;
    if (status >= 500 && status !== 503) result.wrong.push(`${call} was answered ${status}`);
    return status;
  }
  const post = (call: string, body: object, address = newAddress()) =>
    callApi(call, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify(body),
    });
  const repeat = async (act: () => Promise<unknown>) => {
    while (performance.now() < endsAt) await act();
  };

  let uploadCount = 0;
  async function upload({ name, call, file }: (typeof sheets)[number]): Promise<void> {
    const club = clubs[uploadCount++ % clubs.length]!;
    const form = new FormData();
    form.append(call.startsWith("event/") ? "id" : "eventId", String(club.eventId));
    form.append("dryRun", "true");
    form.append("files", new Blob([new Uint8Array(file)]), "file");
    const startedAt = performance.now();
    const status = await callApi(call, {
      method: "POST",
      headers: { authorization: club.token },
      body: form,
    });
    const ms = performance.now() - startedAt;
    // The file was not read: the club's limit is reached, or the server is busy.
    if (status === 429 || status === 503) {
      await pause(500);
      return;
    }
    result.files += 1;
    if (status < 400) result.wrong.push(`${name} was accepted`);
    if (ms > result.slowestRefusalMs) Object.assign(result, { slowestRefusalMs: ms, slowest: name });
  }
  const uploads = (files: readonly (typeof sheets)[number][]) => {
    let index = 0;
    return repeat(() => upload(files[index++ % files.length]!));
  };

  const openSockets = new Set<Socket>();
  function send(text: string): Socket {
    const socket = connect({ port, host: "127.0.0.1" });
    openSockets.add(socket);
    socket.on("error", () => {}).on("close", () => openSockets.delete(socket));
    socket.write(text);
    return socket;
  }
  const unfinishedRequest = () =>
    `POST /api/auth/signin HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${newAddress()}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{`;
  const openUnreadDownload = () =>
    send(
      `GET /api/registration/downloadAttendees?eventId=${clubs[0]!.eventId}&format=csv HTTP/1.1\r\nhost: x\r\nauthorization: ${clubs[0]!.token}\r\n\r\n`,
    ).pause();

  await Promise.all([
    uploads(sheets),
    uploads(pictures),
    repeat(async () => {
      while (openSockets.size < 200) send(unfinishedRequest());
      openUnreadDownload();
      await pause(1000);
    }),
    ...Array.from({ length: 8 }, () =>
      repeat(() => post("auth/signin", { email: "owner@example.org", password: "a guess that is wrong" })),
    ),
    repeat(() => post("promoCode/check", { eventId, code: `GUESS${n}` })),
    repeat(() =>
      post(
        "registration/initRegistration",
        { eventId, tickets: [{ ticketId, quantity: 10 }] },
        "203.0.113.7",
      ),
    ),
    repeat(async () => {
      send("GET //elsewhere.example/paid HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
      await pause(50);
    }),
  ]);
  for (const socket of openSockets) socket.destroy();
  return result;
}
