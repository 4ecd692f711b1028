import { runQuery } from "../../server/testing/cluster.ts";

/** Texts that no line of a log may contain. */
export type Secrets = {
  /** Each value with its source. */
  values: Map<string, string>;
  /** Each hash that the database has instead of a value, in hex, with its column. */
  hashes: Map<string, string>;
};

const secretName =
  /(password|pin|secret|token|accesskey|privatekey|email|phone|qruuid|recipient)$|^(first|last|full|buyer|signed|account)name$|^(promo)?code$/;

export function isSecretName(name: string): boolean {
  return secretName.test(name.replaceAll("_", "").toLowerCase());
}

/** Finds the secrets of a database by the names of columns and of JSON fields. */
export async function secretsOfDatabase(url: string): Promise<Secrets> {
  const columns = (await runQuery(
    url,
    `select table_name as "table", column_name as "column", data_type as "type" from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )) as { table: string; column: string; type: string }[];
  const values = new Map<string, string>();
  const hashes = new Map<string, string>();
  const queryValues = async (selected: typeof columns, text: (column: string) => string) => {
    if (selected.length === 0) return [];
    const parts = selected.map(
      ({ table, column }) =>
        `select distinct '${table}.${column}' as place, ${text(`"${column}"`)} as value from "${table}" where "${column}" is not null`,
    );
    return (await runQuery(url, parts.join(" union all "))) as { place: string; value: string }[];
  };
  const textColumns = columns.filter(
    ({ type, column }) => /^(text|uuid)$/.test(type) && isSecretName(column),
  );
  for (const { place, value } of await queryValues(textColumns, (column) => `${column}::text`))
    values.set(value, place);
  const jsonColumns = columns.filter(({ type }) => /^jsonb?$/.test(type));
  for (const { place, value } of await queryValues(jsonColumns, (column) => `${column}::text`))
    for (const [name, secret] of secretFields(JSON.parse(value))) values.set(secret, `${place}: ${name}`);
  const hashColumns = columns.filter(({ type, column }) => type === "bytea" && column.endsWith("hash"));
  for (const { place, value } of await queryValues(hashColumns, (column) => `encode(${column}, 'hex')`))
    hashes.set(value, place);
  return { values, hashes };
}

export function secretFields(sent: unknown): [name: string, value: string][] {
  if (typeof sent !== "object" || sent === null) return [];
  return Object.entries(sent).flatMap(([name, value]) =>
    typeof value === "string"
      ? isSecretName(name)
        ? [[name, value] as [string, string]]
        : []
      : secretFields(value),
  );
}
