// Code that parts load when they are shown is on the page already: they have it in the next moment, from no network.
import.meta.glob(["../src/{components,hooks,store}/**/*.{ts,tsx}", "!**/strings/*/**"], {
  eager: true,
});

/** How many frames in which nothing changes tell that nothing is about to: colours of code take some of them. */
const QUIET_FRAMES = 8;
/** What never comes to rest is looked at as it is, as an answer that is written all the time. */
const PATIENCE_MS = 1_500;

/**
 * Waits until a story shows all that it is going to: parts whose code is loaded when they are shown, what an
 * agent says at once, what is drawn when it comes into sight. Who looks before that sees empty places.
 */
export async function allThere(): Promise<void> {
  let quiet = 0;
  const changes = new MutationObserver(() => {
    quiet = 0;
  });
  changes.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  const latest = performance.now() + PATIENCE_MS;
  while (quiet < QUIET_FRAMES && performance.now() < latest) {
    await new Promise(requestAnimationFrame);
    // Tasks and the end of the frame come before the next look.
    await new Promise((resolve) => setTimeout(resolve));
    quiet += 1;
  }
  changes.disconnect();
}
