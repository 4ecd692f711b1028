/** A proxy in front of the server that can be cut like a network. */
import { createServer, connect as open, type Socket } from "node:net";
import { callSite, signInDemo } from "../../tools/judges/callSite.ts";

export interface ServerProxy {
  url: string;
  /** The id of a free event of today. */
  eventId: number;
  /** Resolves to the guest's code. */
  registerGuest(firstName: string): Promise<string>;
  /** Makes another event of today, and resolves to its id. */
  makeEvent(titles: readonly string[]): Promise<number>;
  cut(): void;
  restore(): void;
  stop(): Promise<void>;
}

export async function openServerProxy(target: string): Promise<ServerProxy> {
  const { hostname, port } = new URL(target);
  const connections = new Set<Socket>();
  let isCut = false;
  const server = createServer((from) => {
    if (isCut) return void from.destroy();
    const to = open(Number(port), hostname);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      connections.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        connections.delete(one);
        other.destroy();
      });
    }
    from.pipe(to);
    to.pipe(from);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://localhost:${typeof address === "object" && address !== null ? address.port : 0}`;
  const token = await signInDemo(target, "admin");
  const {
    eventId,
    ticketIds: [ticketId],
  } = await makeEventWithTickets(["Entry"]);
  return {
    url,
    eventId,
    async registerGuest(firstName) {
      const { attendees } = await callServer<{ attendees: { qrText: string }[] }>("registration/express", {
        eventId,
        tickets: [{ ticketId, quantity: 1 }],
        attendees: [{ ticketId, firstName, lastName: "Keller", email: "keller@example.org" }],
      });
      return attendees[0]?.qrText ?? "";
    },
    makeEvent: async (titles) => (await makeEventWithTickets(titles)).eventId,
    cut() {
      isCut = true;
      for (const one of connections) one.destroy();
    },
    restore() {
      isCut = false;
    },
    async stop() {
      for (const one of connections) one.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function makeEventWithTickets(titles: readonly string[]) {
    const { id } = await callServer<{ id: number }>("event/save", eventOfToday());
    const ticketIds: number[] = [];
    for (const title of titles) {
      const ticket = { eventId: id, title, price: 0, maxStock: 200, isActive: true };
      ticketIds.push((await callServer<{ id: number }>("ticket/save", ticket)).id);
    }
    return { eventId: id, ticketIds };
  }

  async function callServer<T>(call: string, body: object): Promise<T> {
    return (await callSite(target, call, { body, token })).payload as T;
  }
}

/** Chooses a zone where it is about noon, because a door admits only on the day of its event. */
function eventOfToday(): object {
  const hoursAhead = 12 - new Date().getUTCHours();
  // Plus and minus are exchanged in these names: Etc/GMT-5 is five hours ahead of UTC.
  const timeZone = `Etc/GMT${hoursAhead > 0 ? "-" : "+"}${Math.abs(hoursAhead)}`;
  const startDatetime = new Date(Date.now() + 3_600_000).toISOString();
  return { name: "Club evening", location: "Old Boathouse", startDatetime, timeZone, isActive: true };
}
