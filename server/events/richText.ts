/**
 * What of a rich text may stand on a page. Invariant: of what comes out nothing runs, loads or styles anything, whoever
 * wrote it; what the editor of the pages makes comes out as it went in.
 */
import sanitizeHtml from "sanitize-html";

const options: sanitizeHtml.IOptions = {
  allowedTags: "p br strong b em i u s code pre blockquote hr h2 h3 h4 ul ol li a".split(" "),
  allowedAttributes: { a: ["href", "target", "rel"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 30,
  transformTags: {
    // The page has its one title.
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

/** The text with what a page may carry, and nothing else. */
export function cleanRichText(html: string): string {
  return sanitizeHtml(html, options).trim();
}
