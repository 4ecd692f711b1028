/** Returns a function that gives each new key of a test the next name: "key1", "key2". */
export function keyNames(): (key: string | undefined) => string {
  const seen: string[] = [];
  return (key) => {
    if (key === undefined) return "";
    if (!seen.includes(key)) seen.push(key);
    return `key${seen.indexOf(key) + 1}`;
  };
}
