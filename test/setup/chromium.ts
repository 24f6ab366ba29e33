import type { LaunchOptions } from "playwright";
import { findChromium } from "../run/chromium.mjs";

const executablePath = findChromium();

/**
 * How every test that needs a browser starts it: `chromium.launch(launchOptions)`.
 *
 * The flags keep Chromium inside a container without a GPU, and off the network.
 */
export const launchOptions: LaunchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  headless: true,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // A microphone that beeps, where there is none.
    "--use-fake-device-for-media-stream",
  ],
};
