/** The text that screen readers hear next (shell/Announcer.tsx). */
import { createStore } from "./store.ts";

export const announced = createStore("");
