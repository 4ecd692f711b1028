// The system user that runs the embedded PostgreSQL.
// PostgreSQL refuses root. As root it runs as the owner of its folder, or as the user "postgres", created when missing.
import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StartProblem } from "../../startProblem.ts";

/**
 * Null: the current user. `capability` lets it pass through folders that are closed to others, such as /root, when it
 * could not reach its data or its programs otherwise.
 */
export type Account = { uid: number; gid: number; capability: string | null } | null;

/** Starts a program as `account`, with no folder of ours as its working one. */
export function spawnAs(
  account: Account,
  command: string,
  args: string[],
  options: SpawnOptions,
): ChildProcess {
  const [program, programArgs, ids] = commandAs(account, command, args);
  return spawn(program, programArgs, { ...options, ...ids, cwd: "/" });
}

/** Creates `folder` when missing, gives it to the account of PostgreSQL, and returns that account. */
export function prepareAccount(folder: string, postgres: string): Account {
  if (process.getuid?.() !== 0) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return null;
  }
  const ids = ownerOf(folder) ?? postgresUser() ?? makePostgresUser();
  mkdirSync(folder, { recursive: true });
  chownSync(folder, ids.uid, ids.gid);
  chmodSync(folder, 0o700);
  // CAP_DAC_READ_SEARCH lets a process read and enter everything but change nothing; containers often have only
  // the wider one.
  for (const capability of [null, "dac_read_search", "dac_override"]) {
    const account = { ...ids, capability };
    if (canReach(account, folder, postgres)) return account;
  }
  const closed = [folder, postgres].map(firstClosed).find((path) => path !== null);
  throw new StartProblem(
    `PostgreSQL does not run as root but as user ${ids.uid}, who cannot enter ${closed ?? folder}. ` +
      `Open the way with: chmod o+x ${closed ?? dirname(folder)} – or name a folder that everybody can reach, ` +
      "for instance DATA_DIR=/var/lib/foyer.",
  );
}

function commandAs(
  account: Account,
  command: string,
  args: string[],
): [string, string[], { uid?: number; gid?: number }] {
  if (account === null) return [command, args, {}];
  const { uid, gid, capability } = account;
  if (capability === null) return [command, args, { uid, gid }];
  const wrapped = ["--reuid", `${uid}`, "--regid", `${gid}`, "--clear-groups"];
  // Without no_setuid_fixup access(2), by which initdb looks for its programs, would ignore the capability.
  wrapped.push("--securebits", "+no_setuid_fixup");
  wrapped.push(`--inh-caps=-all,+${capability}`, `--ambient-caps=-all,+${capability}`);
  return ["setpriv", [...wrapped, command, ...args], {}];
}

function canReach(account: Account, folder: string, postgres: string): boolean {
  const [program, args, ids] = commandAs(account, "/bin/sh", [
    "-c",
    'cd "$1" && exec "$2" -V',
    "sh",
    folder,
    postgres,
  ]);
  return spawnSync(program, args, { ...ids, cwd: "/", stdio: "ignore" }).status === 0;
}

/** The outermost folder on the way to `path` that others cannot pass. */
function firstClosed(path: string): string | null {
  const parent = dirname(path);
  if (parent === path) return null;
  return firstClosed(parent) ?? ((statSync(parent).mode & 0o001) === 0 ? parent : null);
}

function ownerOf(folder: string): { uid: number; gid: number } | null {
  if (!existsSync(folder)) return null;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? null : { uid, gid };
}

function postgresUser(): { uid: number; gid: number } | null {
  const read = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: read("-u"), gid: read("-g") };
  } catch {
    return null;
  }
}

function makePostgresUser(): { uid: number; gid: number } {
  spawnSync(
    "useradd",
    ["--system", "--user-group", "--no-create-home", "--shell", "/bin/false", "postgres"],
    {
      stdio: "ignore",
    },
  );
  const made = postgresUser();
  if (made) return made;
  throw new StartProblem(
    'PostgreSQL does not run as root, and the user "postgres" could not be made. ' +
      "Make it (useradd --system postgres), start Foyer as an ordinary user, or set DATABASE_URL.",
  );
}
