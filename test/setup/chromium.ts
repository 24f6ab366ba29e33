import type { LaunchOptions } from "playwright";
import { findChromium, findHeadlessShell, quietFlags } from "../run/chromium.mjs";

const executablePath = findChromium();

/** How a test starts a browser that needs all of it: `chromium.launch(launchOptions)`. */
export const launchOptions: LaunchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  headless: true,
  args: [
    ...quietFlags,
    // A microphone that beeps, where there is none.
    "--use-fake-device-for-media-stream",
  ],
};

const shellPath = findHeadlessShell();

/** How a test starts one that needs pages alone, which open sooner without a window where the machine has that. */
export const pageLaunchOptions: LaunchOptions = {
  ...launchOptions,
  ...(shellPath === undefined ? {} : { executablePath: shellPath }),
};
