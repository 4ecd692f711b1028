/** Rows of other files are not mentioned. */
const wordsByTable: Readonly<Record<string, readonly [one: string, several: string]>> = {
  "orders.csv": ["order", "orders"],
  "payments.csv": ["payment", "payments"],
  "refunds.csv": ["refund", "refunds"],
  "extras.csv": ["extra", "extras"],
};

/** Counts rows of an archive in words: "3 orders". `file` is a path such as "earlier/1/orders.csv". */
export function recordWords(records: readonly { file: string; count: number }[]): string[] {
  return Object.entries(wordsByTable).flatMap(([table, [one, several]]) => {
    const rows = records.reduce((sum, { file, count }) => sum + (file.endsWith(`/${table}`) ? count : 0), 0);
    return rows === 0 ? [] : [rows === 1 ? `1 ${one}` : `${rows.toLocaleString("en-US")} ${several}`];
  });
}
