/** The text that screen readers read next (shell/Announcer.tsx). */
import { createStore } from "./store.ts";

export const announced = createStore("");
