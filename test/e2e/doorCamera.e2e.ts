import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { openLink, phoneSize, verdict } from "./doorPhone.ts";
import { addGuests, addLink, countsOnServer, doorEvent } from "./doorSite.ts";
import { fakeCamera } from "./fakeCamera.ts";
import { scanWithHandScanner } from "./handScanner.ts";
import { expectAccessible } from "./journey.ts";
import { expect, type PurchaseSite, test } from "./purchaseSite.ts";

const twoCameras = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream=device-count=2"];

async function withBrowser(
  switches: readonly string[],
  { url }: PurchaseSite,
  then: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {};
  const browser = await chromium.launch({ executablePath, args: [...args, ...switches] });
  try {
    const context = await browser.newContext({ baseURL: url, viewport: phoneSize, serviceWorkers: "block" });
    await then(await context.newPage(), context);
  } finally {
    await browser.close();
  }
}

async function doorWith(site: PurchaseSite, count: number) {
  const event = await doorEvent(site);
  const guests = await addGuests(site, event, { count });
  return { event, guests, ...(await addLink(site, event)) };
}

/** Gives the browser a fake code reader of its own, and returns the growing list of requested paths. */
async function withBrowserReader(page: Page, detect: string): Promise<string[]> {
  const fetched: string[] = [];
  page.context().on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.route(/\/assets\/worker-[^/]+\.js$/, async (route) => {
    const reply = await route.fetch();
    const body = `globalThis.BarcodeDetector = class { static async getSupportedFormats() { return ["qr_code"]; } async detect(picture) { ${detect} } };\n${await reply.text()}`;
    await route.fulfill({ response: reply, body });
  });
  return fetched;
}

test("the browser's own reader is used after it has read a code that we drew", async ({ site }) => {
  const { event, guests, address } = await doorWith(site, 1);
  await withBrowser(twoCameras, site, async (page) => {
    const read = JSON.stringify(guests[0]!.code);
    const fetched = await withBrowserReader(
      page,
      `return [{ rawValue: picture instanceof OffscreenCanvas ? "FOYER" : ${read} }];`,
    );
    await openLink(page, address);
    await expect(verdict(page)).toHaveText("Welcome");
    await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 1, scans: 1 });
    expect(fetched.filter((path) => path.endsWith(".wasm"))).toEqual([]);
  });
});

test("a browser's own reader that finds nothing is not used: our reader reads the code", async ({ site }) => {
  const { guests, address } = await doorWith(site, 1);
  const camera = await fakeCamera({ codes: [guests[0]!.code] });
  try {
    await withBrowser(camera.args, site, async (page) => {
      const fetched = await withBrowserReader(page, "return [];");
      await openLink(page, address);
      await expect(verdict(page)).toHaveText("Welcome");
      expect(fetched.some((path) => path.endsWith(".wasm"))).toBe(true);
    });
  } finally {
    await camera.remove();
  }
});

test("a chosen camera is requested again after a reload, and a camera's torch is switched on and off", async ({
  site,
}) => {
  const { address } = await doorWith(site, 1);
  await withBrowser(twoCameras, site, async (page) => {
    // Chromium's fake cameras have no torch.
    await page.addInitScript(() => {
      const { getUserMedia } = MediaDevices.prototype;
      MediaDevices.prototype.getUserMedia = function (request) {
        const { dataset } = document.documentElement;
        dataset.asked ??= JSON.stringify(request?.video);
        return getUserMedia.call(this, request);
      };
      const { getCapabilities } = MediaStreamTrack.prototype;
      MediaStreamTrack.prototype.getCapabilities = function () {
        return { ...getCapabilities.call(this), torch: true };
      };
      MediaStreamTrack.prototype.applyConstraints = async (request) => {
        document.documentElement.dataset.torch = JSON.stringify(request?.advanced);
      };
    });
    await openLink(page, address);
    const torch = page.getByRole("button", { name: "Torch" });
    await torch.click();
    await expect(torch).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator("html")).toHaveAttribute("data-torch", '[{"torch":true}]');
    await torch.click();
    await expect(torch).toHaveAttribute("aria-pressed", "false");
    await expect(page.locator("html")).toHaveAttribute("data-torch", '[{"torch":false}]');
    await expectAccessible(page);

    const chosen = () =>
      page.locator("video").evaluate((video: HTMLVideoElement) => {
        const track =
          video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks()[0] : undefined;
        return track?.label ?? "";
      });
    const choice = page.getByRole("combobox", { name: "Camera" });
    for (const scheme of ["light", "dark"]) {
      await page.evaluate((name) => {
        document.documentElement.dataset.mantineColorScheme = name;
      }, scheme);
      // Safari draws its own light menu over a default one; below 16 px an iPhone zooms the page.
      await expect(choice).toHaveCSS("appearance", "none");
      expect(
        await choice.evaluate((menu) => Number.parseFloat(getComputedStyle(menu).fontSize)),
      ).toBeGreaterThanOrEqual(16);
    }
    await expect(choice.getByRole("option")).toHaveText(["fake_device_0", "fake_device_1"]);
    await expect.poll(chosen).toMatch(/fake_device/);
    const first = await chosen();
    const other = first === "fake_device_0" ? "fake_device_1" : "fake_device_0";
    await choice.selectOption(other);
    await expect.poll(chosen).toBe(other);
    // The page requests this camera again, but the browser may have given its cameras new ids.
    const cameraId = await choice.inputValue();
    await page.reload();
    await expect.poll(chosen).toMatch(/fake_device/);
    await expect(page.locator("html")).toHaveAttribute("data-asked", new RegExp(`"exact":"${cameraId}"`));
  });
});

test("a refused camera shows how to allow it, and the other ways to scan still work", async ({ site }) => {
  const { event, guests, address } = await doorWith(site, 2);
  const switches = ["--use-fake-ui-for-media-stream=deny", "--use-fake-device-for-media-stream"];
  await withBrowser(switches, site, async (page) => {
    await openLink(page, address);
    const problem = page.getByRole("alert").filter({ hasText: "The camera is not allowed" });
    await expect(problem).toContainText("tap the icon beside the address, switch the camera on");
    await expect(problem).toContainText("Searching and hand scanners work without it.");
    await expectAccessible(page);
    await problem.getByRole("button", { name: "Try again" }).click();
    await expect(problem).toBeVisible();
    await scanWithHandScanner(page, [guests[0]!.code]);
    await expect(verdict(page)).toHaveText("Welcome");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByLabel("Name, or the text of a code").fill(guests[1]!.code);
    await page.getByRole("button", { name: "Check this code" }).click();
    await expect(verdict(page)).toHaveText("Welcome");
    await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 2, scans: 2 });
  });
});

test("a camera without permission shows advice after 15 seconds, and starts when it is allowed", async ({
  site,
}) => {
  const { event, guests, address } = await doorWith(site, 2);
  const camera = await fakeCamera({ codes: [guests[0]!.code] });
  try {
    await withBrowser(camera.args, site, async (page) => {
      await page.addInitScript(() => {
        const { getUserMedia } = MediaDevices.prototype;
        const requests: (() => void)[] = [];
        MediaDevices.prototype.getUserMedia = function (request) {
          return new Promise((resolve) => {
            requests.push(() => resolve(getUserMedia.call(this, request)));
            document.documentElement.dataset.requests = String(requests.length);
          });
        };
        addEventListener("allowed", () => {
          for (const answer of requests.splice(0)) answer();
        });
      });
      const expectRequests = (count: number) =>
        expect(page.locator("html")).toHaveAttribute("data-requests", String(count));
      await page.clock.install();
      await openLink(page, address);
      await expectRequests(1);
      const problem = page.getByRole("alert").filter({ hasText: "The camera has not started" });
      // The page's clock is stopped: on a busy machine 15 seconds would be over too early.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
      await page.clock.runFor(8_000);
      await expect(page.getByText("Starting the camera…")).toBeVisible();
      await page.clock.runFor(7_000);
      await expect(problem).toContainText("use a hand scanner, or tap Search");
      await page.clock.resume();
      await expectAccessible(page);
      await problem.getByRole("button", { name: "Try again" }).click();
      await expectRequests(2);
      await expect(page.getByText("Starting the camera…")).toBeVisible();
      await page.clock.runFor(16_000);
      await expect(problem).toBeVisible();
      await scanWithHandScanner(page, [guests[1]!.code]);
      await expect(verdict(page)).toHaveText("Welcome");
      await page.getByRole("button", { name: "Next" }).click();

      // The first request is answered too, though the page no longer waits for it.
      await page.evaluate(() => void dispatchEvent(new Event("allowed")));
      await expect(verdict(page)).toHaveText("Welcome");
      await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 2, scans: 2 });
    });
  } finally {
    await camera.remove();
  }
});

test("a video that never plays shows advice after 15 seconds, and a retry releases the camera", async ({
  site,
}) => {
  const { address } = await doorWith(site, 1);
  await withBrowser(twoCameras, site, async (page) => {
    await page.addInitScript(() => {
      HTMLMediaElement.prototype.play = () => {
        const { dataset } = document.documentElement;
        dataset.plays = String(Number(dataset.plays ?? 0) + 1);
        return new Promise(() => {});
      };
      const { stop } = MediaStreamTrack.prototype;
      MediaStreamTrack.prototype.stop = function () {
        document.documentElement.dataset.stopped = "true";
        stop.call(this);
      };
    });
    await page.clock.install();
    await openLink(page, address);
    const html = page.locator("html");
    await expect(html).toHaveAttribute("data-plays", "1");
    await page.clock.runFor(16_000);
    const problem = page.getByRole("alert").filter({ hasText: "The camera has not started" });
    await expect(html).not.toHaveAttribute("data-stopped");
    await problem.getByRole("button", { name: "Try again" }).click();
    await expect(html).toHaveAttribute("data-stopped", "true");
    await expect(html).toHaveAttribute("data-plays", "2");
  });
});

test("a device without a camera says so, and finds guests by name", async ({ site }) => {
  const { event, guests, address } = await doorWith(site, 1);
  await withBrowser([], site, async (page) => {
    await openLink(page, address);
    await expect(page.getByRole("alert").filter({ hasText: "No camera found" })).toContainText(
      "Use a hand scanner, or search by name.",
    );
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByLabel("Name, or the text of a code").fill("guest");
    await page.getByRole("button", { name: guests[0]!.name }).click();
    await page.getByRole("button", { name: "Let in", exact: true }).click();
    await expect(verdict(page)).toHaveText("Welcome");
    await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 1, scans: 1 });
  });
});

test("a paused video continues, and in landscape the frame for codes is inside the video", async ({
  site,
}) => {
  const { address } = await doorWith(site, 1);
  await withBrowser(twoCameras, site, async (page) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await openLink(page, address);
    const video = page.getByLabel("What the camera sees");
    const isPaused = () => video.evaluate((picture: HTMLVideoElement) => picture.paused);
    await expect.poll(isPaused).toBe(false);
    await video.evaluate((picture: HTMLVideoElement) => picture.pause());
    await expect.poll(isPaused).toBe(false);
    // A lock screen hides the page and pauses the video.
    const stayedPaused = await video.evaluate(async (picture: HTMLVideoElement) => {
      let visibility = "hidden";
      Object.defineProperty(document, "visibilityState", { get: () => visibility, configurable: true });
      const paused = new Promise((resolve) => picture.addEventListener("pause", resolve, { once: true }));
      picture.pause();
      await paused;
      const wasPaused = picture.paused;
      visibility = "visible";
      document.dispatchEvent(new Event("visibilitychange"));
      return wasPaused;
    });
    expect(stayedPaused).toBe(true);
    await expect.poll(isPaused).toBe(false);

    const [picture, frame] = await video.evaluate((element) =>
      [element, element.parentElement?.querySelector('[aria-hidden="true"]')].map((one) =>
        one?.getBoundingClientRect().toJSON(),
      ),
    );
    expect(frame.width).toBeGreaterThan(100);
    expect(frame.left).toBeGreaterThanOrEqual(picture.left);
    expect(frame.right).toBeLessThanOrEqual(picture.right);
    expect(frame.top).toBeGreaterThanOrEqual(picture.top);
    expect(frame.bottom).toBeLessThanOrEqual(picture.bottom);
    expect((frame.left + frame.right) / 2).toBeCloseTo((picture.left + picture.right) / 2, 0);
    const search = await page.getByRole("button", { name: "Search" }).boundingBox();
    expect(picture.right).toBeLessThanOrEqual(search!.x);
  });
});

test("a reader that never loads is restarted once, then reported, and can be retried", async ({ site }) => {
  const { event, guests, address } = await doorWith(site, 1);
  const camera = await fakeCamera({ codes: [guests[0]!.code] });
  try {
    await withBrowser(camera.args, site, async (page, context) => {
      const fetched: string[] = [];
      await context.route("**/*.wasm", (route) => void fetched.push(route.request().url()));
      await page.clock.install();
      await openLink(page, address);
      await expect.poll(() => fetched.length).toBe(1);
      await page.clock.runFor(16_000);
      await expect.poll(() => fetched.length).toBe(2);
      await expect(page.getByText("Hold a code in the frame")).toBeVisible();
      await page.clock.runFor(16_000);
      const problem = page.getByRole("alert").filter({ hasText: "The code reader does not answer" });
      await expect(problem).toContainText("Hand scanners and searching by name work without it.");
      await expectAccessible(page);
      await context.unroute("**/*.wasm");
      await problem.getByRole("button", { name: "Try again" }).click();
      await expect(verdict(page)).toHaveText("Welcome");
      await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 1, scans: 1 });
    });
  } finally {
    await camera.remove();
  }
});

test("a browser's own reader that stops answering is replaced by our reader", async ({ site }) => {
  const { guests, address } = await doorWith(site, 1);
  const camera = await fakeCamera({ codes: [guests[0]!.code] });
  try {
    await withBrowser(camera.args, site, async (page) => {
      const fetched = await withBrowserReader(
        page,
        `if (picture instanceof OffscreenCanvas) return [{ rawValue: "FOYER" }];
        await fetch("/asked-of-the-browsers-own-reader").catch(() => {});
        return new Promise(() => {});`,
      );
      await page.clock.install();
      await openLink(page, address);
      await expect.poll(() => fetched.includes("/asked-of-the-browsers-own-reader")).toBe(true);
      expect(fetched.some((path) => path.endsWith(".wasm"))).toBe(false);
      await page.clock.runFor(16_000);
      await expect(verdict(page)).toHaveText("Welcome");
      expect(fetched.some((path) => path.endsWith(".wasm"))).toBe(true);
    });
  } finally {
    await camera.remove();
  }
});
