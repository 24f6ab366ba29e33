import type { LaunchOptions } from "playwright";
import { findChromium, quietFlags } from "../run/chromium.mjs";

const executablePath = findChromium();

/**
 * How every test that needs a browser starts it: `chromium.launch(launchOptions)`.
 */
export const launchOptions: LaunchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  headless: true,
  args: [
    ...quietFlags,
    // A microphone that beeps, where there is none.
    "--use-fake-device-for-media-stream",
  ],
};
