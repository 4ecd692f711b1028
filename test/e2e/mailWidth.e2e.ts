import { expect, type Page, test } from "@playwright/test";
import { everyMail } from "../../server/testing/everyMail.ts";

const long = {
  name: "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessenschafe",
  title: "A".repeat(100),
};
const widths = [320, 360, 390];

/** Measures a mail's width. A picture of one pixel replaces each QR code, in the size that the mail gives the code. */
async function widthOf(page: Page, html: string, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 700 });
  const onePixel = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
  await page.setContent(html.replaceAll(/src="cid:[^"]+"/g, `src="${onePixel}"`));
  return page.evaluate(() => document.documentElement.scrollWidth);
}

test("each mail of each kind fits phones of 320, 360 and 390 pixels", async ({ page }) => {
  const mails = await everyMail(long);
  for (const { name, mail } of mails)
    for (const width of widths)
      expect(await widthOf(page, mail.html, width), `${name} at ${width}`).toBeLessThanOrEqual(width);
});

test("a mail whose texts cannot break is found to be too wide", async ({ page }) => {
  const mails = await everyMail(long);
  for (const { name, mail } of mails) {
    const unbreakable = mail.html.replaceAll(/overflow-wrap:anywhere;word-break:break-word/g, "");
    expect(await widthOf(page, unbreakable, 320), name).toBeGreaterThan(320);
  }
});
