import { type Browser, chromium, type Locator, type Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { drawingExample } from "../docs/documents.ts";
import { pageLaunchOptions } from "../setup/chromium.ts";
import {
  type Answer,
  type DocsExamplePage,
  serveDocsExample,
  UNGUARDED,
} from "./support/docsExamplePage.ts";

/**
 * Runs the example for formulas and diagrams in docs/markdown.md with the libraries that it names.
 */

let browser: Browser;
let example: DocsExamplePage;
let page: Page;
/** Uncaught errors and violations of the content security policy. */
let complaints: string[];

beforeAll(async () => {
  example = await serveDocsExample(drawingExample());
  browser = await chromium.launch(pageLaunchOptions);
});

afterAll(async () => {
  await browser?.close();
  await example?.[Symbol.asyncDispose]();
});

beforeEach(async () => {
  complaints = [];
  page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) complaints.push(message.text());
  });
  await page.goto(example.server.url);
});

afterEach(async () => {
  await page.close();
  expect(complaints).toEqual([]);
});

/** Sends a message, and returns its answer with the element that renders it. */
async function ask(): Promise<Answer & { write(delta: string): Promise<void>; shown: Locator }> {
  const composer = page.getByRole("textbox", { name: "Message" });
  await composer.fill("Draw it");
  const asked = example.answer();
  await composer.press("Enter");
  const answer = await asked;
  const messageId = crypto.randomUUID();
  await answer.send(
    { type: "RUN_STARTED", threadId: "t", runId: "r" },
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
  );
  return {
    ...answer,
    shown: page.getByRole("article", { name: "Assistant" }).last(),
    write: (delta) => answer.send({ type: "TEXT_MESSAGE_CONTENT", messageId, delta }),
    async end() {
      await answer.send(
        { type: "TEXT_MESSAGE_END", messageId },
        { type: "RUN_FINISHED", threadId: "t", runId: "r" },
      );
      answer.end();
    },
  };
}

/** Returns the natural width of an image, which loads separately from the page. */
const widthOf = (image: Locator) =>
  image.evaluate(async (element) => {
    if (!(element instanceof HTMLImageElement)) throw new Error("The element is not an image.");
    await element.decode();
    return element.naturalWidth;
  });

describe("the recipe for formulas and diagrams", () => {
  it("renders a formula as soon as it is closed", async () => {
    const { shown, write, end } = await ask();
    await write("The area is $\\pi");
    await shown.getByText("The area is").waitFor();
    expect(await shown.locator(".katex").count()).toBe(0);
    await write(" r^2$, and\n\n$$\n\\int_0^1 x\\,dx = \\frac{1}{2}\n$$\n\nfollows");
    await shown.locator(".katex-display").waitFor();
    const read = await shown.locator(".katex annotation").allTextContents();
    expect(read).toEqual(["\\pi r^2", "\\int_0^1 x\\,dx = \\frac{1}{2}"]);
    const fonts = () => page.evaluate(() => [...document.fonts].map(({ status }) => status));
    await expect.poll(fonts).toContain("loaded");
    await end();
    await page.getByRole("button", { name: "Regenerate" }).waitFor();
    expect(await shown.locator(".katex").count()).toBe(2);
  });

  it("renders a diagram when its block is complete", async () => {
    const { shown, write, end } = await ask();
    await write("So:\n\n```mermaid\nflowchart LR\n  A[Sea] --> B[Shore]\n");
    await shown.getByRole("group", { name: "Code mermaid" }).waitFor();
    expect(await shown.getByRole("img").count()).toBe(0);
    await write("```\n\nand on");
    const diagram = shown.getByRole("img", { name: "A[Sea] --> B[Shore]" });
    await diagram.waitFor();
    expect(await widthOf(diagram)).toBeGreaterThan(50);
    expect(decodeURIComponent((await diagram.getAttribute("src")) ?? "")).toContain("Shore");
    await write(" it goes");
    await shown.getByText("and on it goes").waitFor();
    await end();
    expect(await shown.getByRole("group", { name: "Code mermaid" }).count()).toBe(0);
  });

  it("renders invalid source as text, and valid source next to it", async () => {
    const { shown, write, end } = await ask();
    await write("It is $\\frac{a$ and $b$.\n\n```mermaid\nflowchart LR\n  A --> --> B\n```\n\n");
    await write("```mermaid\nno diagram\n```\n\nThat is all.");
    await shown.getByText("That is all.").waitFor();
    await shown.locator(".katex-error", { hasText: "\\frac{a" }).waitFor();
    await shown.locator(".katex annotation", { hasText: /^b$/ }).waitFor({ state: "attached" });
    const code = shown.getByRole("group", { name: "Code mermaid" });
    await expect
      .poll(() => code.allInnerTexts(), { timeout: 20_000 })
      .toEqual(["flowchart LR\n  A --> --> B", "no diagram"]);
    await end();
    // Mermaid leaves no element of its own in the page.
    expect(await page.locator("body > *:not(#root):not(script)").count()).toBe(0);

    const next = await ask();
    await next.write('```mermaid\npie\n  "a" : 1\n```');
    expect(await widthOf(next.shown.getByRole("img"))).toBeGreaterThan(50);
    await next.end();
  });

  it("neither runs scripts nor loads resources from a message", async () => {
    const happened: string[] = [];
    page.on("dialog", (dialog) => {
      happened.push(dialog.message());
      return dialog.dismiss();
    });
    await page.goto(example.server.url + UNGUARDED);
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(example.server.url) && !url.startsWith("data:")) happened.push(url);
    });
    const { shown, write, end } = await ask();
    await write(
      "$\\href{javascript:alert(1)}{a}$ $\\includegraphics{https://a.example/b.png}$\n\n",
    );
    await write(
      '```mermaid\nflowchart LR\n  A["<img src=https://a.example/c.png onerror=alert(1)>"] --> B\n' +
        '  click A "javascript:alert(2)"\n```\n\n',
    );
    await write("$\\rule{9999em}{9999em}$ $\\def\\a{\\a\\a}\\a$\n\nThat is all.");
    const diagram = shown.getByRole("img");
    expect(await widthOf(diagram)).toBeGreaterThan(50);
    await shown.getByText("That is all.").waitFor();
    await shown.locator(".katex-error", { hasText: "\\def" }).waitFor();
    expect(await shown.locator("a, script, img:not([src^='data:'])").count()).toBe(0);
    const tallest = await shown.evaluate((element) => element.scrollHeight);
    expect(tallest).toBeLessThan(2000);
    expect(happened).toEqual([]);
    await end();
  });
});
