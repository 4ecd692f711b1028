/**
 * Names and titles in the headers of a mail, as words and nothing else. A stranger may type a name, and the mail that goes
 * out with it has the shop's address: "You won! Claim at http://evil.example" must not be a link in anybody's inbox.
 * Pure. A name loses nothing that names have: "J.R. Smith" and "O'Neil-Søren Jr." stay as they are.
 */

/** A name without addresses of the web or of mail: what is left of one is no link. */
export function nameInWords(name: string): string {
  return (
    titleInWords(name)
      .replace(/[@/\\]+/g, " ")
      // "evil.example" is an address, "evil. example" is not. Initials have one letter after the dot.
      .replace(/(?<=[\p{L}\p{N}])[.。．｡](?=[\p{L}\p{N}-]{2,})/gu, ". ")
      .replace(/ {2,}/g, " ")
      .trim()
  );
}

/** A title, in which a dot may stand ("Node.js night"), without what makes a link of it. */
export function titleInWords(title: string): string {
  return title
    .replace(/\b[a-z][a-z0-9+.-]*:\/+/gi, " ")
    .replace(/\bwww\./gi, "www ")
    .replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}-]{2,}(?::\d+)?[/?#])/gu, ". ")
    .replace(/ {2,}/g, " ")
    .trim();
}
