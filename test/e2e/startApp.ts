/**
 * Starts the application like a new user, with its demo world. E2E_URL and E2E_DATA_DIR lead to it; E2E_CLUSTER and
 * E2E_TEMPLATE to the PostgreSQL of journeys with their own server. No line of the logs in E2E_LOGS may contain a
 * secret.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestCluster } from "../../server/testing/cluster.ts";
import { runningSite } from "../../tools/judges/runningSite.ts";
import { judgeLogs, secretsOfRun } from "./judgeLogs.ts";

export default async function startApp(): Promise<() => Promise<void>> {
  const logs = await mkdtemp(join(tmpdir(), "foyer-logs-"));
  const [site, cluster] = await Promise.allSettled([
    runningSite({}, { logFile: join(logs, "site.log") }),
    startTestCluster(),
  ]);
  const stop = async () => {
    for (const started of [cluster, site]) if (started.status === "fulfilled") await started.value.stop();
  };
  if (site.status === "rejected" || cluster.status === "rejected") {
    await stop();
    await rm(logs, { recursive: true });
    throw site.status === "rejected" ? site.reason : (cluster as PromiseRejectedResult).reason;
  }
  const { url, dataDir } = site.value;
  process.env.E2E_LOGS = logs;
  process.env.E2E_URL = url;
  process.env.E2E_DATA_DIR = dataDir;
  const { url: clusterUrl } = cluster.value;
  process.env.E2E_CLUSTER = clusterUrl;
  process.env.E2E_TEMPLATE = cluster.value.template;
  return async () => {
    try {
      const secrets = await secretsThenStop();
      // The log is complete once the server has exited.
      await judgeLogs(secrets, logs);
    } finally {
      await rm(logs, { recursive: true });
    }
  };

  async function secretsThenStop() {
    try {
      return await secretsOfRun({ url, dataDir, cluster: clusterUrl, logs });
    } finally {
      await stop();
    }
  }
}
