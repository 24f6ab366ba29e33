import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Markdown } from "../../src/components/markdown/Markdown.tsx";
import { Source } from "../../src/components/Source.tsx";

test("JSON reads from left to right, and text as it is written", () => {
  render(
    <>
      <Source text='{"city": "Rome"}' />
      <Source text="مرحبا" />
    </>,
  );
  expect(screen.getByText(/Rome/)).toHaveAttribute("dir", "ltr");
  expect(screen.getByText("مرحبا")).toHaveAttribute("dir", "auto");
});

test("a loaded image takes the focus of the button it stands in for", async () => {
  render(<Markdown text="![a cat](https://cats.example/1.png)" />);
  await userEvent.click(await screen.findByRole("button"));
  expect(screen.getByRole("img", { name: "a cat" })).toHaveFocus();
});

test("code blocks have no live region of their own until one is copied", async () => {
  const { container } = render(<Markdown text={"```sh\nls\n```"} />);
  await screen.findByRole("button", { name: "Copy" });
  expect(container.querySelector("[aria-live], [role=status]")).toBeNull();
});
