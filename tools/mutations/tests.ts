import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files of `npm run mutate`, and their tests in groups, the quickest first. */
const areas: [files: RegExp, tests: string[][]][] = [
  [/^server\/app\.ts$/, [["server/http/"], ["test/access/"], ["test/contract.test.ts", "test/attacks/"]]],
  [
    /^server\/main\.ts$/,
    [["server/tests/endedElsewhere.test.ts", "server/tests/resilience.test.ts"], ["test/crash.test.ts"]],
  ],
  [/^tools\/start\.ts$/, [["test/crash.test.ts"]]],
  [
    /^server\/http\/access\/.+\.ts$/,
    [["test/access/"], ["server/http/"], ["test/contract.test.ts", "test/attacks/"]],
  ],
  [
    /^server\/(http|routes\/files)\/.+\.ts$/,
    [["server/http/"], ["test/access/"], ["test/contract.test.ts", "test/attacks/"]],
  ],
  [/^server\/payments\/.+\.ts$/, [["server/payments/"], ["server/checkout/"], ["test/attacks/"]]],
  [/^server\/holds\/.+\.ts$/, [["server/holds/"], ["server/checkout/"], ["test/attacks/"]]],
];

/**
 * If more files than this import a file, only the tests among them count as near. If more tests than this import it,
 * none count.
 */
const maxImporters = 12;

export function isMutated(path: string): boolean {
  return !/\.test\.ts$|\/tests\//.test(path) && areas.some(([files]) => files.test(path));
}

/** Tests that start whole sites or render many pages. The last group of `testsOfEdit` leaves them out. */
const slowTests = new Set(["test/crash.test.ts", "test/frozenDatabase.test.ts", "test/keptPages.test.ts"]);

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/** Groups the tests that may notice an edit, the nearest first. `changed` lists the paths of the whole change. */
export function testsOfEdit(
  tree: string,
  path: string,
  { sources, changed }: { sources: readonly string[]; changed: readonly string[] },
): string[][] {
  const [first = [], ...others] = testsOf(tree, path, sources);
  const repositoryTests = sources.filter(
    (file) => /^test\/[^/]+\.test\.ts$/.test(file) && !slowTests.has(file),
  );
  const changedTests = changed.filter((file) => isTest(file) && !file.startsWith("test/e2e/"));
  return [[...new Set([...changedTests, ...first])], ...others, [...repositoryTests, "test/access/"]].filter(
    (group) => group.length > 0,
  );
}

/** Groups the tests of a file, the nearest first. `sources` lists all files in Git. */
export function testsOf(tree: string, path: string, sources: readonly string[]): string[][] {
  const testFilesOf = (file: string) => {
    const tests = [".test.ts", ".test.tsx"].map((ending) => file.replace(/\.tsx?$/, ending));
    return tests.flatMap((test) => [test, test.replace(/[^/]+$/, "tests/$&")]);
  };
  const name = path.slice(path.lastIndexOf("/"));
  const importers = sources
    .filter(
      (file) => /^(contract|server|web|test|tools)\/.*\.tsx?$/.test(file) && !file.startsWith("test/e2e/"),
    )
    .filter((file) => readFileSync(join(tree, file), "utf8").includes(`${name}"`));
  const tests = importers.filter(isTest);
  const nearFiles = [importers, tests].find((files) => files.length <= maxImporters) ?? [];
  const exists = (file: string) => existsSync(join(tree, file));
  const ownTests = testFilesOf(path).filter(exists);
  const nearTests = nearFiles.flatMap((file) => (isTest(file) ? [file] : testFilesOf(file)));
  const importingTests = [...new Set(nearTests)].filter((file) => exists(file) && !ownTests.includes(file));
  const areaTests = areas.find(([files]) => files.test(path))?.[1] ?? [];
  return [ownTests, importingTests, ...areaTests].filter((group) => group.length > 0);
}
