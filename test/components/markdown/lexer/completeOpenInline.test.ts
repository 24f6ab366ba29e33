import { describe, expect, test } from "vitest";
import { formulaGrammar } from "../../../../src/components/markdown/formulas/formulaGrammar.ts";
import { completeOpenInline } from "../../../../src/components/markdown/lexer/completeOpenInline.ts";

test.each([
  "plain words",
  "**bold** and *em* and _em_ and ~~del~~",
  "`code` and ``co`de``",
  "[a](https://b.example) and ![c](d) and [e][f]",
  "[1] is a note",
  "2 * 3 * 4 and snake_case_name",
  "an \\*escaped\\* mark",
  "trailing space ",
  "https://a.example and more",
  "line one\nline two",
])("completeOpenInline leaves %j unchanged", (text) => {
  expect(completeOpenInline(text)).toBe(text);
});

test.each([
  ...["5*3", "a*b", "a**b is", "2**10", "f(*args", "f(**kwargs", "5*3 and 4*2"],
  ...["f(*args, **kwargs) and go on", "foo(a, *b) is", "g((a), *b) is", "{**a, **b} is"],
  ...[
    "int *p, &*x is",
    "a &*x is",
    "a (*) is",
    "[*] is",
    "数量*单价",
    "五*3",
    "100%*5 is",
    '"a"*3 is',
  ],
  ...["arr[0", "arr[0]", "arr[i] = b[j", "f(x)[1", "m[0][1] is", "in [0, 1) and", "a [ b is"],
  ...["see [1", "see [1]", "see [1, 2]", "x_1[key] is", "int[] a"],
  ...["double *p is", "unsigned *n = 0", "a (double **m) is"],
  ...["in src/**/*.ts and", "in **/*.ts and", "all *.ts and", "/* a */ is", "about ~30 or 5~10"],
])("completeOpenInline leaves the marker in %j, which opens nothing", (text) => {
  for (let end = 1; end < text.length; end++) {
    const shown = completeOpenInline(text.slice(0, end));
    expect(text.startsWith(shown.replace(/[*[~]$/, ""))).toBe(true);
  }
  expect(completeOpenInline(text)).toBe(text);
});

// Up to "kwarg", the name may be the start of a bold word: `**k` of `**key**` looks the same.
test.each(["the **kwargs argument", "**kwargs", "all *args are"])(
  "completeOpenInline leaves the marker in %j once the name is complete",
  (text) => {
    for (let end = text.indexOf("args") + 4; end <= text.length; end++)
      expect(completeOpenInline(text.slice(0, end))).toBe(text.slice(0, end));
  },
);

describe("completeOpenInline closes open syntax", () => {
  test.each([
    ["a **bold te", "a **bold te**"],
    ["a **bold ", "a **bold**"],
    ["a **bold*", "a **bold**"],
    ["a *em", "a *em*"],
    ["an _em", "an _em_"],
    ["***both", "***both***"],
    ["**bold *em", "**bold *em***"],
    ["**bold *em* more", "**bold *em* more**"],
    ["**5*3", "**5*3**"],
    ["**5*3 is 15** and", "**5*3 is 15** and"],
    ["*a**b", "*a**b*"],
    ["*a*b and *c", "*a*b and *c*"],
    ["~~del", "~~del~~"],
    ["~~del~", "~~del~~"],
    ["~~del ~", "~~del~~"],
    ["~~5~10 ~", "~~5~10~~"],
    ["**~~del~", "**~~del~~**"],
    ["这是~~旧的~", "这是~~旧的~~"],
    ["(**note", "(**note**"],
    ["(**note** and *te", "(**note** and *te*"],
    ["f(a) is **bold", "f(a) is **bold**"],
    ["很**3", "很**3**"],
    ['say "**bold', 'say "**bold**'],
    ["**/users", "**/users**"],
    ["**.env", "**.env**"],
    ["<br>**bold", "<br>**bold**"],
    ["**so f(*args te", "**so f(\\*args te**"],
    ["f(*a* b) is *em", "f(*a* b) is *em*"],
    ["some `code", "some `code`"],
    ["some ``co`de`", "some ``co`de``"],
    ["**bold `code", "**bold `code`**"],
    ["これは**重要", "これは**重要**"],
    ["see (*this", "see (*this*)".slice(0, -1)],
    ["*em (*x", "*em (*x**"],
    ["double *espresso", "double *espresso*"],
    ["**kwargs** and *em", "**kwargs** and *em*"],
    ["*see https://x/*y", "*see https\\://x/\\*y*"],
    ["*see https://x/*y*/c", "*see https\\://x/\\*y\\*/c*"],
    ["*see https://x/*y*/c and", "*see https://x/*y*/c and*"],
  ])("%j → %j", (text, closed) => {
    expect(completeOpenInline(text)).toBe(closed);
  });
});

describe("completeOpenInline removes a marker without content", () => {
  test.each([
    ["a *", "a "],
    ["a **", "a "],
    ["a `", "a "],
    ["a ``", "a "],
    ["a ~~", "a "],
    ["a ~", "a "],
    ["a \\", "a "],
    ["a **`", "a "],
    ["|", ""],
    ["text\n1", "text"],
    ["text\n2.", "text"],
    ["text\n---", "text"],
    ["| a | b |\n|---|--", "| a | b |"],
  ])("%j → %j", (text, shown) => {
    expect(completeOpenInline(text)).toBe(shown);
  });
});

test.each(["in [a, b) and", `see [${"a long note ".repeat(20)}`])(
  "completeOpenInline shows the bracket in %j, which is no link",
  (text) => expect(completeOpenInline(text)).toBe(text),
);

describe("completeOpenInline reduces a link with an incomplete address to its label", () => {
  test.each([
    ["see [the gui", "see the gui"],
    ["see [the guide]", "see the guide"],
    ["see [the guide](", "see the guide"],
    ["see [2024 gui", "see 2024 gui"],
    ["请看[指南](https://a", "请看指南"],
    ["see [the (new) gui", "see the (new) gui"],
    ["see [the guide](https://a.exam", "see the guide"],
    ["see [the **guide**](https://a_(b", "see the **guide**"],
    ["see [the guide][re", "see the guide"],
    ["**see [the guide](htt", "**see the guide**"],
    ["an ![image", "an "],
    ["an ![image](https://a.exam", "an "],
    ["an [![image](https://a", "an "],
  ])("%j → %j", (text, shown) => {
    expect(completeOpenInline(text)).toBe(shown);
  });
});

describe("completeOpenInline with formulas", () => {
  const { readInline } = formulaGrammar;
  const close = (text: string) =>
    completeOpenInline(text, (line, at) => readInline(line, at)?.raw.length ?? 0);

  test.each(["so $a*b$ and", "$a_1$", "\\(a*b\\) is", "$$a_1$$ and $b_1$", "it is $5"])(
    "leaves %j as it is",
    (text) => {
      expect(close(text)).toBe(text);
    },
  );

  test.each([
    ["**so $a*b$", "**so $a*b$**"],
    ["*so \\(a*b\\) is", "*so \\(a*b\\) is*"],
    ["see [$a]b$ and", "see $a]b$ and"],
    ["$a*b$ and *c", "$a*b$ and *c*"],
    ["`$a*b", "`$a*b`"],
  ])("closes open syntax around them: %j → %j", (text, closed) => {
    expect(close(text)).toBe(closed);
  });
});

test("completeOpenInline keeps an incomplete address from becoming a link", () => {
  expect(completeOpenInline("see https://a.exam")).toBe("see https\\://a.exam");
  expect(completeOpenInline("see www.a")).toBe("see www\\.a");
  expect(completeOpenInline("see me@a.b")).toBe("see me\\@a.b");
  expect(completeOpenInline("参照：https://a")).toBe("参照：https\\://a");
  expect(completeOpenInline("https://a，https://b")).toBe("https://a，https\\://b");
  expect(completeOpenInline("`https://a`")).toBe("`https://a`");
  expect(completeOpenInline("[https://a_b](https://c)")).toBe("[https://a_b](https://c)");
  expect(completeOpenInline("**see https://a[b")).toBe("**see https\\://a[b**");
});

test("completeOpenInline closes a bounded number of delimiters", () => {
  const closed = completeOpenInline("see *x ".repeat(300));
  const closers = /\*+$/.exec(closed)?.[0].length;
  expect(closers).toBeGreaterThan(0);
  expect(closers).toBeLessThanOrEqual(20);
});
