// How is a setting read, and how is a wrong one told?
import type { SettingName } from "./settings.ts";

export type Environment = {
  /** The setting's text, or null when it is empty or not there. */
  given(name: SettingName): string | null;
  /** The setting's parts between commas. */
  listed(name: SettingName): string[];
  /** Complains that the setting must be `wanted` unless it `isRight`. */
  expect(name: SettingName, isRight: boolean, wanted: string): void;
  complain(sentence: string): void;
  /** All complaints so far. */
  problems: readonly string[];
};

/** These may carry a password, and what is printed ends in logs. */
const secrets: readonly SettingName[] = ["DATABASE_URL", "SMTP_URL", "SERVER_SECRET"];

export function openEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const problems: string[] = [];
  const given = (name: SettingName) => env[name]?.trim() || null;
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
