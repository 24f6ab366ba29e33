import type { LaunchOptions } from "playwright";
import { findChromium, findHeadlessShell, quietFlags } from "../run/chromium.mjs";

const executablePath = findChromium();

/** Launch options for tests that need the complete browser: `chromium.launch(launchOptions)`. */
export const launchOptions: LaunchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  headless: true,
  args: [
    ...quietFlags,
    // Provides a fake microphone that beeps.
    "--use-fake-device-for-media-stream",
    // Not enabled by default yet. Pages without `webMcp()` do not use it.
    "--enable-blink-features=WebMCP",
  ],
};

const shellPath = findHeadlessShell();

/**
 * Launch options for tests that need pages alone, which open faster in the headless shell where the
 * machine has it.
 */
export const pageLaunchOptions: LaunchOptions = {
  ...launchOptions,
  ...(shellPath === undefined ? {} : { executablePath: shellPath }),
};
