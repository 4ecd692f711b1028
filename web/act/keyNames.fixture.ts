/** Makes a function that names random keys in the order of their first use: "key1", "key2"; "" for no key. */
export function keyNames(): (key: string | undefined) => string {
  const seen: string[] = [];
  return (key) => {
    if (key === undefined) return "";
    if (!seen.includes(key)) seen.push(key);
    return `key${seen.indexOf(key) + 1}`;
  };
}
