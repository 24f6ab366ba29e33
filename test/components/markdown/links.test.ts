import { describe, expect, test } from "vitest";
import { decodeEntities } from "../../../src/components/markdown/decodeEntities.ts";
import { imageSource, isAllowedOrigin, safeHref } from "../../../src/components/markdown/links.ts";

describe("safeHref", () => {
  test.each([
    ["https://a.example/b?c=d#e", "https://a.example/b?c=d#e"],
    ["HTTP://a.example", "HTTP://a.example"],
    ["mailto:a@b.example", "mailto:a@b.example"],
    ["  https://a.example \n", "https://a.example"],
    ["ht\ttps://a.exam\nple", "https://a.example"],
  ])("accepts %j", (address, href) => {
    expect(safeHref(address)).toBe(href);
  });

  test.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    "\u00a0javascript:alert(1)",
    "vbscript:x",
    "data:text/html,<script>1</script>",
    "file:///etc/passwd",
    "blob:https://a.example/1",
    "//a.example",
    "/path",
    "../path",
    "#hash",
    "path",
    "https:a.example",
    "",
  ])("refuses %j", (address) => {
    expect(safeHref(address)).toBeNull();
  });
});

describe("imageSource", () => {
  test("returns the URL of a remote image", () => {
    const source = imageSource("https://a.example:8080/b.png");
    expect(source).toMatchObject({ remote: { host: "a.example:8080" } });
  });

  test.each(["png", "jpeg", "gif", "webp", "avif"])(
    "accepts a data URL with the type %s",
    (type) => {
      const src = `data:image/${type};base64,AAAA`;
      expect(imageSource(src)).toEqual({ src, remote: null });
    },
  );

  test.each([
    "data:image/svg+xml,<svg onload=alert(1)>",
    "data:text/html,x",
    "javascript:1",
    "/b.png",
    "b.png",
    "https://",
    "http://[",
  ])("refuses %j", (address) => {
    expect(imageSource(address)).toBeNull();
  });
});

test("isAllowedOrigin compares scheme, host and port", () => {
  const url = new URL("https://a.example/b.png");
  expect(isAllowedOrigin(url, ["https://a.example"])).toBe(true);
  expect(isAllowedOrigin(url, ["nonsense", "https://a.example/"])).toBe(true);
  expect(isAllowedOrigin(url, ["http://a.example", "https://a.example:444"])).toBe(false);
  expect(isAllowedOrigin(url, ["https://a.example.evil", "https://b.a.example"])).toBe(false);
});

describe("decodeEntities", () => {
  test.each([
    ["&amp; &lt; &gt; &quot; &apos;", "& < > \" '"],
    ["&#65;&#x42;&#X1f600;", "AB😀"],
    ["a&nbsp;b", "a\u00a0b"],
    ["&hellip; &rarr;", "… →"],
    ["&#0; &#xD800; &#1114112;", "\ufffd \ufffd \ufffd"],
  ])("%j → %j", (text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded);
  });

  test("leaves unknown references unchanged", () => {
    const text = "a & b; &unknown; &constructor; &#; &#x; AT&T &amp";
    expect(decodeEntities(text)).toBe(text);
  });

  test("decodes once", () => {
    expect(decodeEntities("&amp;lt;")).toBe("&lt;");
  });
});
