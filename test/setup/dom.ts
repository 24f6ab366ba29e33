import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeAll } from "vitest";
import { PATIENCE_MS } from "./patience.ts";

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean | undefined;
}

configure({ asyncUtilTimeout: PATIENCE_MS });

// Testing Library sets up both only where test functions are globals.
beforeAll(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
});
afterEach(cleanup);
