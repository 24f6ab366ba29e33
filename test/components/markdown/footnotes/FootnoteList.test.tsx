import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Token } from "marked";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Block } from "../../../../src/components/markdown/Block.tsx";
import { Markdown } from "../../../../src/components/markdown/Markdown.tsx";

afterEach(() => vi.restoreAllMocks());

const text = "One[^b] and two[^a].\n\nAgain[^b].\n\n[^a]: Note **a**.\n[^b]: Note b.";

function listedFootnotes(): HTMLElement[] {
  return within(screen.getByRole("group", { name: "Footnotes" })).getAllByRole("listitem");
}

describe("footnotes", () => {
  test("are listed in the order of their first references", () => {
    const { container } = render(<Markdown text={text} />);
    expect(listedFootnotes().map(({ textContent }) => textContent)).toEqual([
      "Note b.↑↑",
      "Note a.↑",
    ]);
    expect(screen.getByText("a", { selector: "strong" })).toBeVisible();
    expect(container).toHaveTextContent(/^One1 and two2\.Again1\./);
  });

  test("are linked from their references and back", async () => {
    render(<Markdown text={text} />);
    const before = location.href;
    const [first, second] = screen.getAllByRole("link", { name: "Footnote 1" });
    await userEvent.click(second as HTMLElement);
    expect(listedFootnotes()[0]).toHaveFocus();
    await userEvent.click(screen.getByRole("link", { name: "Back to reference 1" }));
    expect(first).toHaveFocus();
    await userEvent.click(screen.getByRole("link", { name: "Back to reference 1-2" }));
    expect(second).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(listedFootnotes()[0]).toHaveFocus();
    expect(location.href).toBe(before);
  });

  test("have distinct ids in two messages, without text of the agent", () => {
    const view = render(
      <>
        <Markdown text={"a[^cookie]\n\n[^cookie]: b"} />
        <Markdown text={"a[^cookie]\n\n[^cookie]: b"} />
      </>,
    );
    const ids = [...view.container.querySelectorAll("[id]")].map(({ id }) => id);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
    expect(ids.join()).not.toContain("cookie");
    const links = [...view.container.querySelectorAll("a")];
    const targets = links.map((link) => link.getAttribute("href")?.slice(1));
    expect(targets.toSorted()).toEqual(ids.toSorted());
  });

  test.each([
    ["are left out without a reference", "a\n\n[^1]: b", "a"],
    ["use the first definition of a label", "a[^1]\n\n[^1]: b\n\n[^1]: c", "a1b↑"],
    ["match labels case-insensitively", "a[^Note]\n\n[^NOTE]: b", "a1b↑"],
    ["leave references without a footnote as text", "a[^1] b[^ c] [^]", "a[^1] b[^ c] [^]"],
    ["end a paragraph, a list and a table", "a[^1]\n[^1]: b\n\n- c\n[^2]: d", "a1cb↑"],
    ["may precede their references", "[^1]: b\n\na[^1]", "a1b↑"],
    ["may be defined in a quotation", "a[^1]\n\n> [^1]: b", "a1b↑"],
    ["may refer to other footnotes", "a[^1]\n\n[^2]: c\n[^1]: b[^2]", "a1b2↑c↑"],
    ["may refer to themselves", "a[^1]\n\n[^1]: b[^1]", "a1b1↑↑"],
    [
      "may have the name of an object property as their label",
      "a[^__proto__]\n\n[^__proto__]: b",
      "a1b↑",
    ],
    ["are not read in code", "`[^1]`\n\n[^1]: b", "[^1]"],
    ["are not read in link labels", "[^1](https://a.example)\n\n[^1]: b", "^1"],
  ])("footnotes %s", (_, source, shown) => {
    const { container } = render(<Markdown text={source} />);
    expect(container.textContent).toBe(shown);
  });

  test("may contain paragraphs, lists and code", () => {
    render(
      <Markdown
        text={
          "a[^1]\n\n[^1]: First.\nStill first.\n\n    - item\n\n    ```js\n    code\n    ```\n\nb"
        }
      />,
    );
    const [note] = screen.getAllByText(/First/).map((element) => element.closest("li"));
    expect(note?.querySelector("ul li")).toHaveTextContent("item");
    expect(note?.querySelector("pre")?.textContent).toBe("code");
    expect(screen.getByText("b").closest("li")).toBeNull();
  });

  test("render no link inside a link", () => {
    const { container } = render(<Markdown text={"[a[^1]](https://a.example) b[^1]\n\n[^1]: c"} />);
    expect(container.querySelector("a a")).toBeNull();
    expect(screen.getByRole("link", { name: "a1" })).toBeVisible();
  });

  test("show unsafe HTML, links and images as text", () => {
    const { container } = render(
      <Markdown
        text={
          "a[^1]\n\n[^1]: <img src=x onerror=alert(1)> [b](javascript:alert`1`) ![c](https://d.example/e)"
        }
      />,
    );
    expect(container.querySelector("img, [onerror]")).toBeNull();
    expect(listedFootnotes()[0]).toHaveTextContent(
      "<img src=x onerror=alert(1)> b Load image from d.example c↑",
    );
    const targets = [...container.querySelectorAll("a")].map((link) => link.getAttribute("href"));
    expect(targets).toEqual([expect.stringMatching(/^#/), expect.stringMatching(/^#/)]);
  });
});

describe("while a text with footnotes streams", () => {
  test("a reference is a number before its footnote arrives, and text if it never does", () => {
    const { container, rerender } = render(<Markdown text="See[^1] and" isStreaming />);
    expect(container.querySelector("sup")).toHaveTextContent("1");
    expect(screen.queryByRole("link")).toBeNull();
    rerender(<Markdown text={"See[^1] and\n\n[^1]: No"} isStreaming />);
    expect(screen.getByRole("link", { name: "Footnote 1" })).toBeVisible();
    expect(listedFootnotes()[0]).toHaveTextContent("No↑");
    rerender(<Markdown text="See[^1] and" />);
    expect(container).toHaveTextContent("See[^1] and");
  });

  test.each([
    ["See [^abc] and", "See [^abc] and"],
    ["See `a`[^abc] and [^2]", "See a1 and 2"],
    ["[^abc]+ and a[^b-]", "[^abc]+ and a[^b-]"],
    ["- [^abc]\n- a[^größe]", "[^abc]a1"],
  ])("a reference to a word is a number only directly after text: %j", (source, shown) => {
    const { container } = render(<Markdown text={source} isStreaming />);
    expect(container.textContent).toBe(shown);
  });

  test("an incomplete footnote never appears", () => {
    const { container, rerender } = render(<Markdown text="" isStreaming />);
    for (let end = 1; end <= text.length; end++) {
      rerender(<Markdown text={text.slice(0, end)} isStreaming />);
      expect(container.textContent).not.toMatch(/[[\]^]/);
    }
    rerender(<Markdown text={text} />);
    const whole = render(<Markdown text={text} />);
    const html = ({ innerHTML }: Element) =>
      innerHTML.replace(/(id="|href="#)[^"]*(?=[nr]\d)/g, "$1");
    expect(html(container)).toBe(html(whole.container));
  });

  test("blocks do not render again when their footnotes arrive", () => {
    // React reads the component of a memo from this property.
    const component = Block as unknown as { type: (props: object) => unknown };
    const head = "One[^1].\n\nTwo[^2].\n\nThree.\n\n";
    const { rerender } = render(<Markdown text={`${head}[^1]: a\n`} isStreaming />);
    const renders = vi.spyOn(component, "type");
    rerender(<Markdown text={`${head}[^1]: a\n[^2]: b\n`} isStreaming />);
    expect(screen.getByRole("link", { name: "Footnote 2" })).toBeVisible();
    const rendered = renders.mock.calls.map(([props]) => (props as { tokens: Token[] }).tokens);
    const texts = rendered.map((tokens) =>
      tokens
        .map(({ raw }) => raw)
        .join("")
        .trim(),
    );
    // The block with the new definition, and the content of the footnote.
    expect(new Set(texts)).toEqual(new Set(["[^2]: b", "b"]));
  });
});
