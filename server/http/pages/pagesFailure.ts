const texts: Record<number, [title: string, text: string]> = {
  400: ["There is no page at this address", "Please check the address, or open the list of events."],
  403: ["Another site sent this form", "Please open our page, and fill in the form there."],
  413: ["Request too large", "The request is larger than this page accepts."],
  429: ["Too many requests", "Please wait a moment, then load the page again."],
  503: ["We are very busy right now", "Please load the page again in a few seconds."],
};

/** A page that needs no renderer and shows nothing of the error; `reference` is the request's id in the log. */
export function failurePage(status: number, reference: string): string {
  const [title, text] = texts[status] ?? [
    "Something went wrong on our side",
    "It is not your fault. Please load the page again in a moment.",
  ];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} | Foyer</title></head>
<body style="margin:0;min-height:100vh;display:grid;place-items:center;background:#0e0e10;color:#f1f0ee;font:1.0625rem/1.6 system-ui,sans-serif">
<main style="max-width:34rem;padding:2rem;text-align:center">
<h1 style="font-size:2rem;line-height:1.2;margin:0">${title}</h1>
<p style="color:#adacb4">${text}</p>
<p><a href="/" style="color:#d8b67b">All events</a></p>
<p style="color:#adacb4;font-size:.875rem">Reference: ${reference}</p>
</main>
</body>
</html>
`;
}
