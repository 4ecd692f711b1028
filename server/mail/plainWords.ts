/**
 * Anybody can type a name, and the mail with it comes from our address: it must not show a link in an inbox. Pure.
 */

/** A name with web and mail addresses broken up, so that mail programs show no link. */
export function nameWithoutLinks(name: string): string {
  return (
    titleWithoutLinks(name)
      .replace(/[@/\\]+/g, " ")
      // "evil.example" is an address, "evil. example" is not. Initials have one letter after the dot.
      .replace(/(?<=[\p{L}\p{N}])[.。．｡](?=[\p{L}\p{N}-]{2,})/gu, ". ")
      .replace(/ {2,}/g, " ")
      .trim()
  );
}

/** A title with web addresses broken up that have a scheme, "www." or a path. "Node.js night" stays. */
export function titleWithoutLinks(title: string): string {
  return title
    .replace(/\b[a-z][a-z0-9+.-]*:\/+/gi, " ")
    .replace(/\bwww\./gi, "www ")
    .replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}-]{2,}(?::\d+)?[/?#])/gu, ". ")
    .replace(/ {2,}/g, " ")
    .trim();
}
