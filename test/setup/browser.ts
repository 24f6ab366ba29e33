import "@testing-library/jest-dom/vitest";
import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// No act environment here: in a real browser React schedules its own work and a test waits for what
// a person would see.
afterEach(cleanup);
