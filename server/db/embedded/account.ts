// PostgreSQL refuses to run as root. As root we start it as the owner of its folder, or as the user "postgres" if
// root owns the folder or it is missing.
import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StartProblem } from "../../startProblem.ts";

/** Null means the current user. `capability` lets the account enter closed folders such as /root. */
export type Account = { uid: number; gid: number; capability: string | null } | null;

/** Starts a program as `account`, in `/`: the account may be unable to enter our working directory. */
export function spawnAs(
  account: Account,
  command: string,
  args: string[],
  options: SpawnOptions,
): ChildProcess {
  const [program, programArgs, ids] = commandAs(account, command, args);
  return spawn(program, programArgs, { ...options, ...ids, cwd: "/" });
}

/** Creates `folder` if it is missing, gives it to PostgreSQL's account, and returns that account. */
export function prepareAccount(folder: string, postgresProgram: string): Account {
  if (process.getuid?.() !== 0) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return null;
  }
  const ids = ownerOf(folder) ?? postgresUser() ?? makePostgresUser();
  mkdirSync(folder, { recursive: true });
  chownSync(folder, ids.uid, ids.gid);
  chmodSync(folder, 0o700);
  // CAP_DAC_READ_SEARCH is enough. Containers often have only CAP_DAC_OVERRIDE, which allows more.
  for (const capability of [null, "dac_read_search", "dac_override"]) {
    const account = { ...ids, capability };
    if (canReach(account, folder, postgresProgram)) return account;
  }
  const closedFolder = [folder, postgresProgram].map(firstClosedFolder).find((path) => path !== null);
  throw new StartProblem(
    `PostgreSQL does not run as root but as user ${ids.uid}, who cannot enter ${closedFolder ?? folder}. ` +
      `Allow it with: chmod o+x ${closedFolder ?? dirname(folder)} – or choose a folder that everybody can reach, ` +
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
  const wrapperArgs = ["--reuid", `${uid}`, "--regid", `${gid}`, "--clear-groups"];
  // initdb uses access(2), which ignores the capability without no_setuid_fixup.
  wrapperArgs.push("--securebits", "+no_setuid_fixup");
  wrapperArgs.push(`--inh-caps=-all,+${capability}`, `--ambient-caps=-all,+${capability}`);
  return ["setpriv", [...wrapperArgs, command, ...args], {}];
}

function canReach(account: Account, folder: string, postgresProgram: string): boolean {
  const shellArgs = ["-c", 'cd "$1" && exec "$2" -V', "sh", folder, postgresProgram];
  const [program, args, ids] = commandAs(account, "/bin/sh", shellArgs);
  return spawnSync(program, args, { ...ids, cwd: "/", stdio: "ignore" }).status === 0;
}

/** The outermost parent folder that others cannot enter. */
function firstClosedFolder(path: string): string | null {
  const parent = dirname(path);
  if (parent === path) return null;
  return firstClosedFolder(parent) ?? ((statSync(parent).mode & 0o001) === 0 ? parent : null);
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
  const args = ["--system", "--user-group", "--no-create-home", "--shell", "/bin/false", "postgres"];
  spawnSync("useradd", args, { stdio: "ignore" });
  const created = postgresUser();
  if (created) return created;
  throw new StartProblem(
    'PostgreSQL does not run as root, and the user "postgres" could not be made. ' +
      "Make it (useradd --system postgres), start Foyer as an ordinary user, or set DATABASE_URL.",
  );
}
