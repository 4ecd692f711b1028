import type { Tab } from "./driver.ts";

const patienceMs = 60_000;

export type Hands = "mouse" | "keyboard";

/** The codes of keys that are no characters (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
const keys = {
  Tab: "\uE004",
  Shift: "\uE008",
  Enter: "\uE007",
  Space: " ",
  ArrowDown: "\uE015",
  ArrowUp: "\uE013",
};

/** More stops than any page has on the way to a control. */
const maxStops = 200;

const maxClicks = 10;

type Way = "here" | "after" | "before" | "choiceAfter" | "choiceBefore";

/** A file with its content as base64. */
export interface GivenFile {
  name: string;
  content: string;
}

/** Each act but `scan` waits until it is possible, and fails with a message if it is not. */
export interface Visitor {
  /** Opens an address and waits until the page is hydrated. */
  open(url: string): Promise<void>;
  sees(words: string): Promise<void>;
  /** Presses a button or a link by its text, or a choice by its label. */
  press(name: string): Promise<void>;
  /** Follows the first link in the page's content whose address contains these words. */
  follow(words: string): Promise<void>;
  /** Types into a field by its label, replacing its content. */
  fill(label: string, text: string): Promise<void>;
  /** Sets a field that opens a picker of the browser, or a list. */
  set(label: string, value: string): Promise<void>;
  /** Chooses a file in a field by its label, without the system's dialog. */
  choose(label: string, file: GivenFile): Promise<void>;
  /** Presses a button and resolves to the file that it downloads. */
  download(name: string): Promise<GivenFile>;
  /** Sends the key events of a hand scanner. */
  scan(code: string): Promise<void>;
  until(expression: string): Promise<void>;
}

/** Gives a visitor in a tab; `base` is the server's address. */
export function visitorOf(tab: Tab, base: string, hands: Hands = "mouse"): Visitor {
  const pressAt = hands === "mouse" ? clickAt : keyAt;
  return {
    async open(url) {
      const address = new URL(url, base).href;
      // The old page stays for a moment, and would be taken for the new one.
      await until("globalThis.isOldPage = true");
      await tab.goto(address);
      await until("!globalThis.isOldPage && document.documentElement.dataset.hydrated === 'true'");
    },
    sees: (words) =>
      until(`document.body.innerText.toLowerCase().includes(${JSON.stringify(words.toLowerCase())})`),
    press: (name) => pressAt(`controlNamed(${JSON.stringify(name)})`),
    follow: (words) => pressAt(`document.querySelector('main a[href*="${words}"]')`),
    async fill(label, text) {
      const field = `fieldLabelled(${JSON.stringify(label)})`;
      if (hands === "mouse") await focusByMouse(field);
      else await goTo(field);
      await tab.evaluate("document.activeElement?.select?.()");
      await strike(Array.from(text));
      // A card's number is shown in groups.
      const typed = JSON.stringify(text.replaceAll(" ", ""));
      await until(`fieldLabelled(${JSON.stringify(label)})?.value.replaceAll(" ", "") === ${typed}`);
    },
    async set(label, value) {
      const field = `fieldLabelled(${JSON.stringify(label)})`;
      await until(`${field} !== undefined`);
      await tab.evaluate(
        inPage(`((field) => {
          Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, ${JSON.stringify(value)});
          for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
        })(${field})`),
      );
    },
    async choose(label, { name, content }) {
      const field = `fieldLabelled(${JSON.stringify(label)})`;
      await until(`${field} !== undefined`);
      await tab.evaluate(
        inPage(`((field) => {
          const bytes = Uint8Array.from(atob(${JSON.stringify(content)}), (letter) => letter.charCodeAt(0));
          const chosen = new DataTransfer();
          chosen.items.add(new File([bytes], ${JSON.stringify(name)}));
          field.files = chosen.files;
          field.dispatchEvent(new Event("change", { bubbles: true }));
        })(${field})`),
      );
    },
    async download(name) {
      // Each browser stores downloads in its own way, so take the bytes from which the page makes the file.
      await tab.evaluate(`(() => {
        const address = URL.createObjectURL;
        globalThis.downloaded = null;
        URL.createObjectURL = (file) => {
          const reader = new FileReader();
          reader.onload = () => { globalThis.downloaded = reader.result.split(",")[1]; };
          reader.readAsDataURL(file);
          return address.call(URL, file);
        };
      })()`);
      await pressAt(`controlNamed(${JSON.stringify(name)})`);
      await until("globalThis.downloaded !== null");
      return { name: `${name}.zip`, content: await tab.evaluate<string>("globalThis.downloaded") };
    },
    async scan(code) {
      // A driver on a busy machine is too slow, so the keys get times a millisecond apart.
      await tab.evaluate(
        inPage(`((startsAt) => [...Array.from(${JSON.stringify(code)}), "Enter"].forEach((key, place) => {
          const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
          Object.defineProperty(pressed, "timeStamp", { value: startsAt + place });
          document.body.dispatchEvent(pressed);
        }))(1000 + performance.now())`),
      );
    },
    until,
  };

  function strike(values: readonly string[], held: readonly string[] = []): Promise<void> {
    const actions = [
      ...held.map((value) => ({ type: "keyDown", value })),
      ...values.flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
      ...held.map((value) => ({ type: "keyUp", value })),
    ];
    return tab.act([{ type: "key", id: "keys", actions }]);
  }

  async function goTo(element: string): Promise<void> {
    await until(`${element} !== undefined && ${element} !== null`);
    for (let stops = 0; stops < maxStops; stops += 1) {
      const way = await tab.evaluate<Way>(inPage(`wayTo(${element})`));
      if (way === "here") return;
      if (way === "after") await strike([keys.Tab]);
      else if (way === "before") await strike([keys.Tab], [keys.Shift]);
      else await strike([way === "choiceAfter" ? keys.ArrowDown : keys.ArrowUp]);
    }
    throw new Error(`The keyboard does not reach ${element}. ${await focus()}`);
  }

  async function keyAt(element: string): Promise<void> {
    // The page may still be about to show it, and to move the focus.
    await until(`${element} !== undefined && ${element} !== null`);
    await goTo(element);
    const key = await tab.evaluate<"Enter" | "Space">(
      `document.activeElement.matches("input[type=checkbox], input[type=radio]") ? "Space" : "Enter"`,
    );
    await strike([keys[key]]);
  }

  /** Clicks again if the field did not get the focus, because the page can move just before a click. */
  async function focusByMouse(field: string): Promise<void> {
    for (let clicks = 0; clicks < maxClicks; clicks += 1) {
      await clickAt(field);
      if (await tab.evaluate<boolean>(inPage(`document.activeElement === ${field}`))) return;
    }
    throw new Error(`A click does not reach ${field}. ${await focus()}`);
  }

  async function focus(): Promise<string> {
    const focused = await tab.evaluate<string>("document.activeElement?.outerHTML.slice(0, 200) ?? ''");
    return `The focus is on ${focused}`;
  }

  async function clickAt(element: string): Promise<void> {
    const place = `restingPlaceOf(${element})`;
    await until(`${place}.then((found) => globalThis.pressedPlace = found)`);
    const [x, y] = await tab.evaluate<[number, number]>("globalThis.pressedPlace");
    await tab.act([
      {
        type: "pointer",
        id: "mouse",
        actions: [
          { type: "pointerMove", x, y, duration: 0 },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ],
      },
    ]);
  }

  async function until(expression: string): Promise<void> {
    let problem = "";
    // The last check is after the deadline, as in coldStart.ts.
    for (const endsAt = Date.now() + patienceMs; ; ) {
      const isLast = Date.now() >= endsAt;
      // A page that is being left does not answer.
      const isTrue = await tab
        .evaluate<boolean>(inPage(`Promise.resolve(${expression}).then(Boolean)`))
        .catch((error: unknown) => {
          problem = String(error);
          return false;
        });
      if (isTrue) return;
      if (isLast) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const shown = await tab.evaluate<string>("document.body.innerText.slice(0, 600)").catch(() => "nothing");
    const at = await tab.evaluate<string>("location.href").catch(() => "nowhere");
    const focused = await focus().catch(() => "");
    throw new Error(
      `This did not become true: ${expression}\n${problem}\n${focused}\nat ${at} is shown:\n${shown}`,
    );
  }
}

/** Gives an expression helpers for the page, such as `controlNamed` and `fieldLabelled`. */
function inPage(expression: string): string {
  return `(() => {
    // The content of a closed <details> has a position too, but is not shown.
    const isShown = (one) => one.getClientRects().length > 0 && one.checkVisibility({ visibilityProperty: true });
    const wordsOf = (one) => (one?.textContent ?? "").replace(/\\s+/g, " ").trim();
    const best = (found, words) =>
      (found.find(([name]) => name === words) ?? found.find(([name]) => name.startsWith(words)))?.[1];
    const controlNamed = (words) => best(
      [...document.querySelectorAll("button, a, summary, label, [role=button]")]
      .filter((one) => isShown(one) && !one.disabled)
      .map((one) => [one.getAttribute("aria-label") ?? wordsOf(one), one]), words);
    const labelsOf = (one) => [one.getAttribute("aria-label"), ...[...(one.labels ?? [])].map(wordsOf),
      ...(one.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => wordsOf(document.getElementById(id)))];
    const fieldLabelled = (words) => best(
      [...document.querySelectorAll("input, textarea, select")].filter(isShown)
      .flatMap((one) => labelsOf(one).filter(Boolean).map((name) => [name, one])), words);
    // Where it can be pressed: in its middle, once nothing lies over it and it has stopped moving.
    const placeOf = (one) => {
      const { left, top, width, height } = one.getClientRects()[0] ?? one.getBoundingClientRect();
      const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
      const onTop = document.elementFromPoint(x, y);
      return onTop !== null && (one.contains(onTop) || onTop.closest("label")?.control === one) ? [x, y] : null;
    };
    const restingPlaceOf = async (one) => {
      if (!one) return null;
      // A sticky panel would move again with each scroll.
      if (placeOf(one) === null) one.scrollIntoView({ block: "center", behavior: "instant" });
      const place = placeOf(one);
      if (place === null) return null;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return String(place) === String(placeOf(one)) ? place : null;
    };
    // Tab stops at one choice of a radio group; arrow keys move to the others.
    const wayTo = (one) => {
      const target = one.localName === "label" ? one.control : one;
      const from = document.activeElement;
      if (from === target) return "here";
      const isAfter = (from.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      const inOneGroup = from.type === "radio" && target.type === "radio" && from.name === target.name;
      if (inOneGroup) return isAfter ? "choiceAfter" : "choiceBefore";
      return isAfter || from === document.body ? "after" : "before";
    };
    return (${expression});
  })()`;
}
