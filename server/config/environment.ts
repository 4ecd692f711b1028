import type { ConfigName } from "./settings.ts";

export type Environment = {
  /** Null if the setting is empty or missing. */
  given(name: ConfigName): string | null;
  /** The trimmed parts between commas, without empty ones. */
  listed(name: ConfigName): string[];
  /** Complains that the setting must be `wanted`, unless `isRight`. */
  expect(name: ConfigName, isRight: boolean, wanted: string): void;
  complain(sentence: string): void;
  problems: readonly string[];
};

/** Problems do not repeat these values, because problems end up in logs. */
const secrets: readonly ConfigName[] = ["DATABASE_URL", "SMTP_URL", "SERVER_SECRET"];

/** Reads settings from environment variables, and collects what is wrong with them. */
export function openEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const problems: string[] = [];
  const given = (name: ConfigName) => env[name]?.trim() || null;
  return {
    problems,
    given,
    listed: (name) =>
      (given(name) ?? "")
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    expect: (name, isRight, wanted) => {
      if (isRight) return;
      problems.push(`${name} must be ${wanted}${secrets.includes(name) ? "" : `, not "${given(name)}"`}.`);
    },
    complain: (sentence) => problems.push(sentence),
  };
}
