import type { TestProject } from "vitest/node";
import { startTestCluster } from "./cluster.ts";

/** Runs once per vitest run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, template, stop } = await startTestCluster();
  project.provide("clusterUrl", url);
  project.provide("template", template);
  return stop;
}
