// A crowd that buys without pause, and remembers what it was promised.
import { setTimeout as wait } from "node:timers/promises";

/** A reservation that the house has acknowledged. */
export interface Promised {
  registrationId: number;
  accessKey: string;
  isExpress: boolean;
}

/** What the crowd has seen so far. */
export interface Crowd {
  promised: Promised[];
  /** Requests that ended without an answer that says what became of them. */
  unanswered: number;
  /** Replies other than a promise or "come back later". */
  wrong: string[];
  /** Resolves when there are so many more promises than now. */
  untilMore(count: number): Promise<void>;
  /** Resolves with the moment of the next promise. */
  nextPromise(): Promise<number>;
  /** Lets requests under way end, and begins no more. */
  stop(): Promise<void>;
}

/** Everybody comes from somewhere else: what one address may ask is not what is tried here. */
function anAddress(): string {
  return `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join(".")}`;
}

/** And is mailed elsewhere: how many free tickets one mailbox gets is bounded too. */
const aMailbox = (): string => `mia-${crypto.randomUUID()}@example.org`;

/** Sends `buyers` people to an address; every twentieth of them registers for nothing in one step. */
export function sendCrowd(
  url: string,
  { eventId, paidId, freeId, buyers }: { eventId: number; paidId: number; freeId: number; buyers: number },
): Crowd {
  let isOver = false;
  const listeners = new Set<() => void>();
  const crowd = { promised: [] as Promised[], unanswered: 0, wrong: [] as string[] };

  async function askOnce(isExpress: boolean): Promise<void> {
    const ticketId = isExpress ? freeId : paidId;
    const body = {
      eventId,
      tickets: [{ ticketId, quantity: 1 }],
      ...(isExpress ? { attendees: [{ ticketId, firstName: "Mia", email: aMailbox() }] } : {}),
    };
    let reply: Response;
    let text: string;
    try {
      reply = await fetch(`${url}/api/registration/${isExpress ? "express" : "initRegistration"}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": anAddress() },
        body: JSON.stringify(body),
      });
      text = await reply.text();
    } catch {
      crowd.unanswered++;
      await wait(10);
      return;
    }
    if (reply.status === 503) {
      // The house does not know either: the connection to the database broke while it was at it.
      crowd.unanswered++;
      await wait(10);
    } else if (reply.status === 200) {
      const { payload } = JSON.parse(text) as {
        payload: { registration: { id: number }; accessKey: string };
      };
      crowd.promised.push({
        registrationId: payload.registration.id,
        accessKey: payload.accessKey,
        isExpress,
      });
      for (const tell of listeners) tell();
    } else crowd.wrong.push(`${reply.status} ${text}`);
  }

  const people = Array.from({ length: buyers }, async (_, index) => {
    while (!isOver) await askOnce(index % 20 === 0);
  });
  const when = <T>(check: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const tell = () => {
        const result = check();
        if (result === undefined) return;
        listeners.delete(tell);
        resolve(result);
      };
      listeners.add(tell);
    });
  return Object.assign(crowd, {
    untilMore: (count: number) => {
      const goal = crowd.promised.length + count;
      return when(() => (crowd.promised.length >= goal ? true : undefined)).then(() => {});
    },
    nextPromise: () => when(() => performance.now()),
    stop: async () => {
      isOver = true;
      await Promise.all(people);
    },
  });
}
