// A subscriber gets every notification, or null if some may have been missed.
import pg from "pg";

export type Subscriber = (payload: string | null) => void;

export type Listener = {
  on(channel: string, subscriber: Subscriber): Promise<void>;
  close(): Promise<void>;
};

const retryMs = 250;
const heartbeatMs = 15_000;

/** Opens a connection for LISTEN, to PostgreSQL itself or to PgBouncer in session mode. */
export async function openListener(url: string): Promise<Listener> {
  const subscribers = new Map<string, Subscriber[]>();
  let closed = false;
  let client = newClient();
  await client.connect();
  client.once("end", () => void reconnect());
  const heartbeat = setInterval(checkConnection, heartbeatMs);
  heartbeat.unref();

  return {
    on: async (channel, subscriber) => {
      const known = subscribers.get(channel);
      if (known) known.push(subscriber);
      else subscribers.set(channel, [subscriber]);
      await listenOn(channel);
    },
    close: async () => {
      closed = true;
      clearInterval(heartbeat);
      await client.end().catch(() => {});
    },
  };

  function newClient(): pg.Client {
    const created = new pg.Client({
      connectionString: url,
      application_name: "foyer listen",
      keepAlive: true,
    });
    created.on("error", () => {});
    created.on("notification", ({ channel, payload }) => {
      for (const subscriber of subscribers.get(channel) ?? []) subscriber(payload ?? "");
    });
    return created;
  }

  /** A standby refuses LISTEN: its connection is closed soon, so that reconnect() tries again. */
  async function listenOn(channel: string): Promise<void> {
    const { connection } = client;
    const closeSoon = () => void setTimeout(() => connection.stream.destroy(), retryMs).unref();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`).catch(closeSoon);
  }

  async function reconnect(): Promise<void> {
    while (!closed) {
      const next = newClient();
      try {
        await next.connect();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, retryMs));
        continue;
      }
      client = next;
      next.once("end", () => void reconnect());
      if (closed) return next.end();
      for (const channel of subscribers.keys()) await listenOn(channel);
      for (const list of subscribers.values()) for (const subscriber of list) subscriber(null);
      return;
    }
  }

  /** Closes a connection that does not answer: a firewall that drops it sends no "end". */
  function checkConnection(): void {
    const checkedClient = client;
    const timer = setTimeout(() => checkedClient.connection.stream.destroy(), heartbeatMs / 3);
    timer.unref();
    void checkedClient.query("select 1").then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  }
}
