// Loads the modules of lazy components eagerly, so that stories resolve them without a network request.
import.meta.glob(["../src/{components,hooks,store}/**/*.{ts,tsx}", "!**/strings/*/**"], {
  eager: true,
});

/** Number of unchanged frames after which a story is settled: code highlighting takes several frames. */
const UNCHANGED_FRAMES = 8;
/** Maximum wait for a story that never settles, such as an endless stream. */
const MAX_WAIT_MS = 1_500;

/**
 * Waits until a story is settled: lazy components, the agent's first events, and content that renders when it
 * becomes visible. An earlier check would see placeholders.
 */
export async function waitUntilSettled(): Promise<void> {
  let unchanged = 0;
  const changes = new MutationObserver(() => {
    unchanged = 0;
  });
  changes.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  const deadline = performance.now() + MAX_WAIT_MS;
  while (unchanged < UNCHANGED_FRAMES && performance.now() < deadline) {
    await new Promise(requestAnimationFrame);
    // Tasks and the end of the frame run before the next check.
    await new Promise((resolve) => setTimeout(resolve));
    unchanged += 1;
  }
  changes.disconnect();
}
