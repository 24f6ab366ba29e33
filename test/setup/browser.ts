import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { PATIENCE_MS } from "./patience.ts";

configure({ asyncUtilTimeout: PATIENCE_MS });

// No act environment: in a real browser React schedules its own work, and a test waits for what a
// user would see.
afterEach(cleanup);
