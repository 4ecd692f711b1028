/** Rich text as plain text, for calendars and descriptions. */
import sanitizeHtml from "sanitize-html";

const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": " ",
};

/** The text without its tags; paragraphs become lines. */
export function plainText(html: string): string {
  const lines = html.replace(/<(?:br|\/p|\/li|\/h\d)[^>]*>/gi, "\n");
  const text = sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} });
  return text.replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity] ?? entity).trim();
}
