/** Invariant: nothing in the cleaned text runs, loads or styles anything. */
import sanitizeHtml from "sanitize-html";

const options: sanitizeHtml.IOptions = {
  allowedTags: "p br strong b em i u s code pre blockquote hr h2 h3 h4 ul ol li a".split(" "),
  allowedAttributes: { a: ["href", "target", "rel"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 30,
  transformTags: {
    // The page has its own h1.
    h1: "h2",
    a: (_tag, { href }) => ({
      tagName: "a",
      attribs: {
        ...(href === undefined ? {} : { href }),
        target: "_blank",
        rel: "noopener noreferrer nofollow",
      },
    }),
  },
};

/** The text with only the allowed elements and attributes. */
export function cleanRichText(html: string): string {
  return sanitizeHtml(html, options).trim();
}
