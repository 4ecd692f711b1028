/** Names the keys of a test in the order in which they come: "key1", "key2". */
export function keyNames(): (key: string | undefined) => string {
  const seen: string[] = [];
  return (key) => {
    if (key === undefined) return "";
    if (!seen.includes(key)) seen.push(key);
    return `key${seen.indexOf(key) + 1}`;
  };
}
