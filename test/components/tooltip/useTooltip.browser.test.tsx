import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { IconButton } from "../../../src/components/tooltip/IconButton.tsx";
import { useTooltip } from "../../../src/components/tooltip/useTooltip.tsx";

const tooltip = () => document.querySelector<HTMLElement>(".agk-tooltip");

interface FixtureProps {
  readonly onPress?: () => void;
  /** Styles of the box around the buttons. */
  readonly box?: React.CSSProperties;
}

/** Renders a button with an icon between two others. */
function Fixture({ onPress, box }: FixtureProps) {
  return (
    <div style={box}>
      <button type="button">Before</button>
      <IconButton label="Remove report.pdf" onClick={onPress}>
        ×
      </IconButton>
      <button type="button">After</button>
    </div>
  );
}

const button = () => screen.getByRole("button", { name: "Remove report.pdf" });

/** Moves the focus to the button with the keyboard. */
async function tabToButton() {
  await userEvent.click(screen.getByText("Before"));
  await userEvent.keyboard("{Tab}");
  expect(button()).toHaveFocus();
}

describe("the tooltip of a button", () => {
  test("opens under a resting mouse, and closes when the mouse leaves", async () => {
    render(<Fixture />);
    await userEvent.hover(button());
    expect(tooltip()).toBeNull();
    await waitFor(() => expect(tooltip()).toHaveTextContent("Remove report.pdf"));
    await userEvent.hover(screen.getByText("After"));
    expect(tooltip()).toBeNull();
  });

  test("stays while the pointer is over it, and a press on it is not one of the button", async () => {
    let presses = 0;
    render(<Fixture onPress={() => presses++} box={{ padding: 80 }} />);
    await userEvent.hover(button());
    await waitFor(() => expect(tooltip()).toBeVisible());
    await userEvent.hover(tooltip() as HTMLElement);
    await waitFor(() => expect(tooltip()).toBeVisible());
    await userEvent.click(tooltip() as HTMLElement);
    expect(presses).toBe(0);
    await userEvent.click(button());
    expect(presses).toBe(1);
  });

  test("opens with the focus of the keyboard, and closes with Escape", async () => {
    render(<Fixture />);
    await tabToButton();
    await waitFor(() => expect(tooltip()).toBeVisible());
    await userEvent.keyboard("{Escape}");
    expect(tooltip()).toBeNull();
    expect(button()).toHaveFocus();
  });

  test("moves with its button when a box scrolls, and closes when the focus moves", async () => {
    const { container } = render(
      <Fixture box={{ blockSize: 100, overflow: "auto", lineHeight: "300px" }} />,
    );
    await tabToButton();
    await waitFor(() => expect(tooltip()).toBeVisible());
    const distance = () =>
      Number(tooltip()?.getBoundingClientRect().bottom) - button().getBoundingClientRect().top;
    const before = distance();
    const top = button().getBoundingClientRect().top;
    const box = container.firstElementChild as HTMLElement;
    box.scrollTop += box.scrollTop > 20 ? -20 : 20;
    await waitFor(() => expect(distance()).toBe(before));
    expect(button().getBoundingClientRect().top).not.toBe(top);
    await userEvent.keyboard("{Tab}");
    expect(tooltip()).toBeNull();
  });

  test("does not open for a press, which also closes it", async () => {
    render(<Fixture />);
    await userEvent.hover(button());
    await waitFor(() => expect(tooltip()).toBeVisible());
    await userEvent.click(button());
    expect(tooltip()).toBeNull();
  });

  test("does not open for touch", async () => {
    render(
      <>
        <IconButton label="Touched">×</IconButton>
        <IconButton label="Rested on">×</IconButton>
      </>,
    );
    const touch = new PointerEvent("pointerover", { bubbles: true, pointerType: "touch" });
    screen.getByRole("button", { name: "Touched" }).dispatchEvent(touch);
    await userEvent.hover(screen.getByRole("button", { name: "Rested on" }));
    await waitFor(() => expect(tooltip()).toHaveTextContent("Rested on"));
    expect(document.querySelectorAll(".agk-tooltip")).toHaveLength(1);
  });

  test("changes neither the name nor the description of the button", async () => {
    render(<Fixture />);
    await tabToButton();
    expect(button()).toHaveAccessibleName("Remove report.pdf");
    expect(button()).toHaveAccessibleDescription("");
    expect(button()).not.toHaveAttribute("title");
  });
});

describe("the place of a tooltip", () => {
  const corners: readonly React.CSSProperties[] = [
    { insetBlockStart: 0, insetInlineStart: 0 },
    { insetBlockStart: 0, insetInlineEnd: 0 },
    { insetBlockEnd: 0, insetInlineStart: 0 },
    { insetBlockEnd: 0, insetInlineEnd: 0 },
  ];

  test.each(corners)("is within the page, and not over the button: %o", async (corner) => {
    render(<Fixture box={{ position: "fixed", overflow: "hidden", ...corner }} />);
    await tabToButton();
    const { top, bottom, left, right } = (tooltip() as HTMLElement).getBoundingClientRect();
    expect(Math.min(top, left)).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(innerWidth);
    expect(bottom).toBeLessThanOrEqual(innerHeight);
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    expect(over).toBe(tooltip());
    const box = button().getBoundingClientRect();
    expect(bottom <= box.top || top >= box.bottom).toBe(true);
  });
});

/** Renders a button whose text is cut off at 8 characters. */
function TextButton({ text }: { readonly text: string }) {
  const [trigger, shown] = useTooltip(text);
  const cut = { display: "block", inlineSize: "8ch", overflow: "hidden" } as const;
  return (
    <button type="button" {...trigger}>
      <span style={{ ...cut, whiteSpace: "nowrap" }}>{text}</span>
      {shown}
    </button>
  );
}

test("a text that a button shows in full has no tooltip, and a text that is cut off has one", async () => {
  render(
    <>
      <TextButton text="Short" />
      <TextButton text="A long name of a conversation" />
    </>,
  );
  await userEvent.keyboard("{Tab}");
  expect(screen.getByRole("button", { name: "Short" })).toHaveFocus();
  expect(tooltip()).toBeNull();
  await userEvent.keyboard("{Tab}");
  expect(tooltip()).toHaveTextContent("A long name of a conversation");
});

test.each([
  ["beside the row", { insetInlineStart: 0 }],
  ["before a row at the end of the page", { insetInlineEnd: 0 }],
])("the tooltip of a row of the history is %s, and hides no other row", async (_, side) => {
  const names = ["First", "A long name of a conversation", "Third"];
  render(
    <ul style={{ position: "fixed", top: 100, inlineSize: 120, margin: 0, padding: 0, ...side }}>
      {names.map((name) => (
        <li className="agk-thread" key={name}>
          <TextButton text={name} />
        </li>
      ))}
    </ul>,
  );
  await userEvent.keyboard("{Tab}{Tab}");
  const { left, right, top, bottom } = (tooltip() as HTMLElement).getBoundingClientRect();
  for (const row of screen.getAllByRole("listitem")) {
    const box = row.getBoundingClientRect();
    expect(left >= box.right || right <= box.left).toBe(true);
  }
  const own = screen.getAllByRole("listitem")[1]?.getBoundingClientRect() as DOMRect;
  expect((top + bottom) / 2).toBeCloseTo((own.top + own.bottom) / 2, 0);
});
