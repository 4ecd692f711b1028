/**
 * Starts the application as a new user would, with its demo world, in a folder of its own, and stops it at the end.
 * The journeys find it by E2E_URL and its files (the outbox) by E2E_DATA_DIR; those that need a server of their own find
 * a PostgreSQL for it by E2E_CLUSTER and E2E_TEMPLATE.
 */
import { startTestCluster } from "../../server/testing/cluster.ts";
import { runningHouse } from "../../tools/judges/runningHouse.ts";

export default async function startApp(): Promise<() => Promise<void>> {
  const [house, cluster] = await Promise.allSettled([runningHouse(), startTestCluster()]);
  const stop = async () => {
    for (const started of [cluster, house]) if (started.status === "fulfilled") await started.value.stop();
  };
  if (house.status === "rejected" || cluster.status === "rejected") {
    await stop();
    throw house.status === "rejected" ? house.reason : (cluster as PromiseRejectedResult).reason;
  }
  process.env.E2E_URL = house.value.url;
  process.env.E2E_DATA_DIR = house.value.dataDir;
  process.env.E2E_CLUSTER = cluster.value.url;
  process.env.E2E_TEMPLATE = cluster.value.template;
  return stop;
}
