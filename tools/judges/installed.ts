// Debian's packages are installed into the system, all others into one folder, where they are kept between runs.
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { runTool } from "../checks/check.ts";

export const judgesFolder = process.env.JUDGES_DIR || join(homedir(), ".cache", "foyer-judges");

const maxTries = 3;

/** Installs packages of Debian if one of the programs is missing. Resolves to null or to the reason of a failure. */
export function installDebian(packages: string[], programs: string[]): Promise<string | null> {
  return installIfMissing(
    () => programs.every(isInPath),
    async () => {
      await runToEnd("apt-get", ["update"]);
      await runToEnd("apt-get", ["install", "--yes", "--no-install-recommends", ...packages], {
        DEBIAN_FRONTEND: "noninteractive",
      });
    },
    `Debian's ${packages.join(", ")}`,
  );
}

/** Gives the path of a Go module's program, for example of "github.com/…/stripe-mock@v1.2.3". */
export function goProgram(module: string): string {
  const [path = "", version = ""] = module.split("@");
  return join(judgesFolder, "go", version, basename(path));
}

/** Builds the program of a Go module at the path of `goProgram`. */
export function goModule(module: string): Promise<string | null> {
  return installIfMissing(
    () => existsSync(goProgram(module)),
    () => runToEnd("go", ["install", module], { GOBIN: dirname(goProgram(module)) }),
    `the Go module ${module}`,
  );
}

export function pythonProgram(environment: string, name: string): string {
  return join(judgesFolder, "python", environment, "bin", name);
}

/** Installs packages of PyPI, such as "schemathesis==4.32.5", into their own environment. */
export function pythonPackages(environment: string, packages: string[]): Promise<string | null> {
  const folder = join(judgesFolder, "python", environment);
  const marker = join(folder, `installed ${packages.join(" ")}`);
  return installIfMissing(
    () => existsSync(marker),
    async () => {
      await rm(folder, { recursive: true, force: true });
      await runToEnd("python3", ["-m", "venv", folder]);
      await runToEnd(join(folder, "bin", "pip"), ["install", "--quiet", ...packages]);
      await mkdir(marker);
    },
    `PyPI's ${packages.join(", ")}`,
  );
}

export function npmFolder(name: string): string {
  return join(judgesFolder, "npm", name);
}

export function npmProgram(name: string, program: string): string {
  return join(npmFolder(name), "node_modules", ".bin", program);
}

/** Installs packages of npm, such as "@redocly/cli@2.77.0", into their own folder. */
export function npmPackages(name: string, packages: string[]): Promise<string | null> {
  const root = npmFolder(name);
  const marker = join(root, `installed ${packages.join(" ").replaceAll("/", "+")}`);
  return installIfMissing(
    () => existsSync(marker),
    async () => {
      await rm(root, { recursive: true, force: true });
      await mkdir(root, { recursive: true });
      await writeFile(join(root, "package.json"), '{ "private": true }');
      const options = ["--prefix", root, "--save-exact", "--no-audit", "--no-fund"];
      await runToEnd("npm", ["install", ...options, ...packages]);
      await mkdir(marker);
    },
    `npm's ${packages.join(", ")}`,
  );
}

/** Gives the path of a jar, such as "org.verapdf.apps:greenfield-apps:1.28.2". */
export function mavenJarPath(artifact: string): string {
  const [, name, version] = artifact.split(":");
  return join(judgesFolder, "maven", `${name}-${version}.jar`);
}

/** Downloads one jar of Maven Central, without its dependencies. */
export function mavenJar(artifact: string): Promise<string | null> {
  const jar = mavenJarPath(artifact);
  return installIfMissing(
    () => existsSync(jar),
    async () => {
      const downloadFolder = `${jar}.next`;
      await runToEnd("mvn", [
        "--batch-mode",
        "--quiet",
        "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
        `-Dartifact=${artifact}`,
        `-DoutputDirectory=${downloadFolder}`,
      ]);
      await rename(join(downloadFolder, basename(jar)), jar);
      await rm(downloadFolder, { recursive: true });
    },
    `Maven Central's ${artifact}`,
  );
}

export async function firstReason(...installing: Promise<string | null>[]): Promise<string | null> {
  return (await Promise.all(installing)).find((reason) => reason !== null) ?? null;
}

/** Installs a missing tool, and tries three times at most. Resolves to null, or to a sentence with the last reason. */
export async function installIfMissing(
  isInstalled: () => boolean,
  install: () => Promise<void>,
  what: string,
): Promise<string | null> {
  await mkdir(judgesFolder, { recursive: true });
  let reason = "";
  for (let attempt = 0; attempt < maxTries; attempt++) {
    if (isInstalled()) return null;
    try {
      await install();
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  return isInstalled() ? null : `${what} cannot be installed, tried ${maxTries} times. ${reason}`.trim();
}

function isInPath(program: string): boolean {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin"];
  return folders.some((folder) => existsSync(join(folder, program))) || existsSync(program);
}

async function runToEnd(command: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const { code, stdout, stderr } = await runTool(command, args, env);
  const output = `${stdout}\n${stderr}`.trim().slice(-2_000);
  if (code !== 0) throw new Error(`${command} ended with code ${code}: ${output}`);
}
