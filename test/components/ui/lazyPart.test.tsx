import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { lazyPart, type Retry } from "../../../src/components/ui/lazyPart.tsx";

interface GreetingProps {
  readonly name: string;
}

const Greeting = ({ name }: GreetingProps) => <p>Hello, {name}</p>;

const Failed = ({ name, onRetry }: GreetingProps & Retry) => (
  <button type="button" onClick={onRetry}>
    Greet {name} again
  </button>
);

/** What is asked for, and how each of it ends. */
function server() {
  const open: { resolve: (view: typeof Greeting) => void; reject: (reason: Error) => void }[] = [];
  const load = vi.fn(
    () => new Promise<typeof Greeting>((resolve, reject) => open.push({ resolve, reject })),
  );
  return {
    load,
    answer: () => open.shift()?.resolve(Greeting),
    fail: () => open.shift()?.reject(new Error("offline")),
  };
}

let { load, answer, fail } = server();
beforeEach(() => {
  ({ load, answer, fail } = server());
});

test("is loaded once, when the first one is shown", async () => {
  const Late = lazyPart(load, { Loading: ({ name }) => <p>{name} is coming</p> });
  expect(load).not.toHaveBeenCalled();
  render(
    <>
      <Late name="Ada" />
      <Late name="Bob" />
    </>,
  );
  expect(screen.getByText("Bob is coming")).toBeInTheDocument();
  answer();
  expect(await screen.findByText("Hello, Ada")).toBeInTheDocument();
  expect(screen.getByText("Hello, Bob")).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});

test("is there at once for all others, and for the first one that was loaded ahead", async () => {
  const Late = lazyPart(load, { Loading: () => <p>Coming</p> });
  Late.preload();
  Late.preload();
  answer();
  await expect.poll(() => renderedNow(<Late name="Ada" />)).toBe("Hello, Ada");
});

test("what has come keeps its own props", async () => {
  const Late = lazyPart<Retry>(async () => ({ onRetry }) => (
    <button type="button" onClick={onRetry}>
      Again
    </button>
  ));
  const handleRetry = vi.fn();
  render(<Late onRetry={handleRetry} />);
  await userEvent.click(await screen.findByRole("button", { name: "Again" }));
  expect(handleRetry).toHaveBeenCalled();
});

test("keeps what is shown when its props change", async () => {
  const Late = lazyPart(load);
  const { rerender } = render(<Late name="Ada" />);
  answer();
  const shown = await screen.findByText("Hello, Ada");
  rerender(<Late name="Bob" />);
  expect(screen.getByText("Hello, Bob")).toBe(shown);
});

describe("one that cannot be loaded", () => {
  test("is tried again by the person, for all that could not be shown", async () => {
    const Late = lazyPart(load, { Failed });
    render(
      <>
        <Late name="Ada" />
        <Late name="Bob" />
      </>,
    );
    fail();
    expect(await screen.findByRole("button", { name: "Greet Bob again" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Greet Ada again" }));
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
    answer();
    expect(await screen.findByText("Hello, Ada")).toBeInTheDocument();
    expect(screen.getByText("Hello, Bob")).toBeInTheDocument();
  });

  test("is nothing where nothing was said, and tried again with the next one", async () => {
    const Late = lazyPart(load);
    const { container, rerender } = render(<Late key="1" name="Ada" />);
    await act(async () => fail());
    expect(container).toBeEmptyDOMElement();
    rerender(<Late key="2" name="Ada" />);
    answer();
    expect(await screen.findByText("Hello, Ada")).toBeInTheDocument();
  });

  test("is on its way again, and not said to be missing, when another one is shown", async () => {
    const Late = lazyPart(load, { Failed, Loading: ({ name }) => <p>{name} is coming</p> });
    const { rerender } = render(<Late key="1" name="Ada" />);
    await act(async () => fail());
    expect(screen.getByRole("button", { name: "Greet Ada again" })).toBeInTheDocument();
    rerender(
      <>
        <Late key="1" name="Ada" />
        <Late key="2" name="Bob" />
      </>,
    );
    expect(screen.getByText("Ada is coming")).toBeInTheDocument();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
    answer();
    expect(await screen.findByText("Hello, Bob")).toBeInTheDocument();
  });

  test("ahead is tried again when it is shown", async () => {
    const Late = lazyPart(load, { Failed });
    Late.preload();
    await act(async () => fail());
    render(<Late name="Ada" />);
    answer();
    expect(await screen.findByText("Hello, Ada")).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
  });
});

test("a server shows what is shown until it is there, also when it is, and a page takes over from it", async () => {
  const Late = lazyPart(load, { Loading: ({ name }) => <p>{name} is coming</p> });
  Late.preload();
  await act(async () => answer());
  const complaints = vi.spyOn(console, "error");
  const container = document.createElement("div");
  container.innerHTML = renderToString(<Late name="Ada" />);
  expect(container).toHaveTextContent("Ada is coming");
  render(<Late name="Ada" />, { container, hydrate: true });
  expect(container).toHaveTextContent("Hello, Ada");
  expect(complaints).not.toHaveBeenCalled();
});

/** What a part shows without waiting for anything. */
function renderedNow(part: React.ReactNode): string {
  const { container, unmount } = render(part);
  const text = container.textContent;
  unmount();
  return text;
}
