import { expect, test } from "vitest";
import { assetsOf } from "./assets.ts";

const manifest = {
  "web/start.ts": { file: "assets/start-1.js" },
  "web/main.tsx": {
    file: "assets/main-1.js",
    imports: ["_react"],
    css: ["assets/main.css"],
    assets: ["assets/inter-latin-1.woff2", "assets/inter-greek-wght-normal-1.woff2"],
  },
  _react: { file: "assets/react-1.js" },
  _shared: { file: "assets/shared-1.js", imports: ["_react"], css: ["assets/shared.css"] },
  "web/pages/public/Event.tsx": {
    file: "assets/Event-1.js",
    imports: ["_shared", "web/main.tsx"],
    css: ["assets/Event.css"],
  },
};

test("a page lists its styles, only the fonts of Latin letters, and each script after the scripts that it needs", () => {
  expect(assetsOf(manifest, ["web/pages/public/Event.tsx"])).toEqual({
    starter: "/assets/start-1.js",
    modules: ["/assets/react-1.js", "/assets/main-1.js", "/assets/shared-1.js", "/assets/Event-1.js"],
    styles: ["/assets/main.css", "/assets/shared.css", "/assets/Event.css"],
    fonts: ["/assets/inter-latin-1.woff2"],
  });
});

test("a page without its own file lists the app's files", () => {
  expect(assetsOf(manifest, []).modules).toEqual(["/assets/react-1.js", "/assets/main-1.js"]);
});

test("a manifest without the starter script is refused", () => {
  expect(() => assetsOf({}, [])).toThrow("build the web app again");
});
