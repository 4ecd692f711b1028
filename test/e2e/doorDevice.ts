/** A door's device without its pages: the bundled code runs on an empty page. */
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { build, type Rolldown } from "vite";
import type { DoorClient } from "../../web/door/device.ts";
import type * as code from "../../web/door/openDoor.ts";
import type { PurchaseSite } from "./purchaseSite.ts";

declare global {
  var device: DoorClient;
}

const entry = fileURLToPath(new URL("../../web/door/openDoor.ts", import.meta.url));
/** Each worker of Playwright bundles the code once. */
let bundled: Promise<string> | undefined;

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, minify: false, lib: { entry, formats: ["es"], fileName: "device" } },
  });
  const [output] = built as Rolldown.RolldownOutput[];
  return output!.output[0].code;
}

/** Opens a page with the device's code. It can be opened again offline. */
export async function openDevicePage(page: Page, site: Pick<PurchaseSite, "url">): Promise<void> {
  bundled ??= bundle();
  const body = await bundled;
  await page.route("**/device-test*", (route) =>
    route.request().url().endsWith(".js")
      ? route.fulfill({ contentType: "text/javascript", body })
      : route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Device</title>" }),
  );
  await page.goto(`${site.url}/device-test`);
}

export async function openDevice(page: Page, eventId: number, token: string): Promise<void> {
  await page.evaluate(
    async ([id, secret]) => {
      const module = (await import(`${location.origin}/device-test.js`)) as typeof code;
      globalThis.device = await module.openDoor({ eventId: id, token: () => secret });
    },
    [eventId, token] as const,
  );
}

/** Gives the device's state, with only the gate of its door. */
export function stateOf(page: Page) {
  return page.evaluate(() => {
    const { door, ...state } = device.state();
    return { ...state, gate: door?.gate ?? null };
  });
}
