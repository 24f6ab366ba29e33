import { describe, vi } from "vitest";
import { provideWebLocks } from "../../support/webLocks.ts";
import { tabsSuite } from "./tabsSuite.ts";

vi.setConfig({ testTimeout: 40_000 });
provideWebLocks();

describe("tabs in one process", tabsSuite);
