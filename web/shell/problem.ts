/** Why a page cannot be shown, in a form that the server can send to the browser. */
import { isRouteErrorResponse } from "react-router";
import { ApiError } from "../api/apiError.ts";
import { PageLoadFailed } from "../pageLoad.ts";

export interface Problem {
  /** An HTTP status. */
  status: number;
  /** The server did not answer, or the page's code could not be loaded. */
  noNetwork?: true;
  /** A text for the user; null if the page's own text is better. */
  msg: string | null;
}

export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) {
    const isAnswer = error.status >= 400 && error.status < 600;
    return isAnswer
      ? { status: error.status, msg: error.msg }
      : { status: 503, msg: error.msg, noNetwork: true };
  }
  if (error instanceof PageLoadFailed)
    return { status: 503, msg: "Check your connection and try again.", noNetwork: true };
  if (isRouteErrorResponse(error)) return { status: error.status, msg: null };
  if (isProblem(error)) return { status: error.status, msg: error.msg };
  return { status: 500, msg: null };
}

function isProblem(error: unknown): error is Problem {
  return typeof error === "object" && error !== null && "status" in error && typeof error.status === "number";
}
