import "../../../src/styles/index.css";
import { fireEvent, waitFor } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { HostilePage, hostilePlaces } from "./places.tsx";
import { FOREIGN_HOST, hostileVectors } from "./vectors.ts";

/** Returns the addresses at the host in the vectors that a page has requested. */
function requestsOf({ ownerDocument }: HTMLElement): string[] {
  const entries = ownerDocument.defaultView?.performance.getEntriesByType("resource") ?? [];
  return entries.map(({ name }) => name).filter((name) => name.includes(`//${FOREIGN_HOST}`));
}

const POLICY =
  "default-src 'none'; script-src 'none'; style-src 'none'; img-src data: https:; media-src data: https:";

/** Creates an empty page in a frame, which may have a content security policy. */
async function createPage(policy?: string): Promise<{ body: HTMLElement; violations: string[] }> {
  const frame = document.createElement("iframe");
  const meta = policy && `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  frame.srcdoc = `<!doctype html><html><head>${meta ?? ""}</head><body></body></html>`;
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  await loaded;
  const page = frame.contentDocument;
  if (!page) throw new Error("The frame has no document");
  const violations: string[] = [];
  page.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    violations.push(`${violatedDirective} ${blockedURI}`),
  );
  return { body: page.body, violations };
}

const hasRun = (body: HTMLElement) =>
  [window, body.ownerDocument.defaultView].some((view) => view && "hostileRuns" in view);

/** Returns the requests of a page, after one that the test makes itself has been listed. */
async function settleRequests(body: HTMLElement): Promise<string[]> {
  const image = body.ownerDocument.createElement("img");
  image.src = `https://${FOREIGN_HOST}/settled`;
  await waitFor(() => expect(requestsOf(body)).toContain(image.src));
  return requestsOf(body).filter((address) => address !== image.src);
}

test("the page reports a request and a script of a vector in markup that is not escaped", async () => {
  const { body } = await createPage();
  body.innerHTML = `<img src="https://${FOREIGN_HOST}/a.png" onerror="window.hostileRuns=1">`;
  await waitFor(() => expect(hasRun(body)).toBe(true));
  expect(await settleRequests(body)).toEqual([`https://${FOREIGN_HOST}/a.png`]);
  const guarded = await createPage(POLICY);
  guarded.body.innerHTML = '<p style="color:red" onclick="window.hostileRuns=1">a</p>';
  await waitFor(() => expect(guarded.violations.length).toBeGreaterThan(0));
});

/** Elements that run scripts, or load something by themselves. */
const UNSAFE_ELEMENTS = "script,iframe,object,embed,link,meta,base,style,frame";

function findFaults(root: HTMLElement): string[] {
  return [...root.querySelectorAll("*")].flatMap((element) => [
    ...(element.matches(UNSAFE_ELEMENTS) ? [element.outerHTML] : []),
    ...[...element.attributes].flatMap(({ name, value }) => {
      const isHandler = name.startsWith("on") || name === "srcdoc";
      const address = value.replace(/[\p{Cc}\s]/gu, "");
      const isAddress = /^(?:xlink:href|href|src|action|formaction|poster|data)$/.test(name);
      const isUnsafe =
        isAddress && /^(?:javascript|vbscript|data:text|data:image\/svg)/i.test(address);
      return isHandler || isUnsafe ? `${name}="${value}"` : [];
    }),
  ]);
}

const PARTS = 6;
const parts = Array.from({ length: PARTS }, (_, index) => index);
const size = hostileVectors.length / PARTS;

test.each(
  parts.flatMap((part) => [[part, "with", POLICY] as const, [part, "without", undefined] as const]),
)(
  `part %i of 660 vectors in ${Object.keys(hostilePlaces).length} places runs and requests nothing in a page %s a CSP`,
  { timeout: 600_000 },
  async (part, _, policy) => {
    const { body, violations } = await createPage(policy);
    const root = createRoot(body);
    onTestFinished(() => root.unmount());
    root.render(<HostilePage texts={hostileVectors.slice(part * size, (part + 1) * size)} />);
    const places = Object.keys(hostilePlaces).length;
    await waitFor(() =>
      expect(body.querySelectorAll("[data-place]:not(:empty)")).toHaveLength(size * places),
    );
    for (const summary of body.querySelectorAll("details:not([open]) > summary")) {
      fireEvent.click(summary);
    }
    await waitFor(() => expect(body.querySelector("[aria-busy=true]")).toBeNull());
    expect(await settleRequests(body)).toEqual([]);
    expect(findFaults(body)).toEqual([]);
    expect(hasRun(body)).toBe(false);
    expect(violations).toEqual([]);
  },
);
