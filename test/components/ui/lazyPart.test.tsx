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

/** Creates a loader whose requests stay pending until the test resolves or rejects them, in order. */
function createLoader() {
  const pending: { resolve: (view: typeof Greeting) => void; reject: (reason: Error) => void }[] =
    [];
  const load = vi.fn(
    () => new Promise<typeof Greeting>((resolve, reject) => pending.push({ resolve, reject })),
  );
  return {
    load,
    resolveLoad: () => pending.shift()?.resolve(Greeting),
    rejectLoad: () => pending.shift()?.reject(new Error("offline")),
  };
}

let { load, resolveLoad, rejectLoad } = createLoader();
beforeEach(() => {
  ({ load, resolveLoad, rejectLoad } = createLoader());
});

describe("lazyPart", () => {
  test("loads the component once, on its first render", async () => {
    const LazyGreeting = lazyPart(load, { Loading: ({ name }) => <p>{name} is coming</p> });
    expect(load).not.toHaveBeenCalled();
    render(
      <>
        <LazyGreeting name="Ada" />
        <LazyGreeting name="Bob" />
      </>,
    );
    expect(screen.getByText("Bob is coming")).toBeInTheDocument();
    resolveLoad();
    expect(await screen.findByText("Hello, Ada")).toBeInTheDocument();
    expect(screen.getByText("Hello, Bob")).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test("renders a preloaded component without its loading view", async () => {
    const LazyGreeting = lazyPart(load, { Loading: () => <p>Coming</p> });
    LazyGreeting.preload();
    LazyGreeting.preload();
    resolveLoad();
    await expect.poll(() => firstRenderText(<LazyGreeting name="Ada" />)).toBe("Hello, Ada");
  });

  test("keeps the rendered elements when props change", async () => {
    const LazyGreeting = lazyPart(load);
    const { rerender } = render(<LazyGreeting name="Ada" />);
    resolveLoad();
    const shown = await screen.findByText("Hello, Ada");
    rerender(<LazyGreeting name="Bob" />);
    expect(screen.getByText("Hello, Bob")).toBe(shown);
  });

  test("renders the loading view on a server, even when loaded, and hydrates without errors", async () => {
    const LazyGreeting = lazyPart(load, { Loading: ({ name }) => <p>{name} is coming</p> });
    LazyGreeting.preload();
    await act(async () => resolveLoad());
    const consoleError = vi.spyOn(console, "error");
    const container = document.createElement("div");
    container.innerHTML = renderToString(<LazyGreeting name="Ada" />);
    expect(container).toHaveTextContent("Ada is coming");
    render(<LazyGreeting name="Ada" />, { container, hydrate: true });
    expect(container).toHaveTextContent("Hello, Ada");
    expect(consoleError).not.toHaveBeenCalled();
  });
});

describe("lazyPart after a failed load", () => {
  test("loads again for every mounted component when the user retries one", async () => {
    const LazyGreeting = lazyPart(load, { Failed });
    render(
      <>
        <LazyGreeting name="Ada" />
        <LazyGreeting name="Bob" />
      </>,
    );
    rejectLoad();
    expect(await screen.findByRole("button", { name: "Greet Bob again" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Greet Ada again" }));
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
    resolveLoad();
    expect(await screen.findByText("Hello, Ada")).toBeInTheDocument();
    expect(screen.getByText("Hello, Bob")).toBeInTheDocument();
  });

  test("renders nothing without a `Failed` view, and loads again with the next mount", async () => {
    const LazyGreeting = lazyPart(load);
    const { container, rerender } = render(<LazyGreeting key="1" name="Ada" />);
    await act(async () => rejectLoad());
    expect(container).toBeEmptyDOMElement();
    rerender(<LazyGreeting key="2" name="Ada" />);
    resolveLoad();
    expect(await screen.findByText("Hello, Ada")).toBeInTheDocument();
  });

  test("renders the loading view again when another component mounts", async () => {
    const LazyGreeting = lazyPart(load, {
      Failed,
      Loading: ({ name }) => <p>{name} is coming</p>,
    });
    const { rerender } = render(<LazyGreeting key="1" name="Ada" />);
    await act(async () => rejectLoad());
    expect(screen.getByRole("button", { name: "Greet Ada again" })).toBeInTheDocument();
    rerender(
      <>
        <LazyGreeting key="1" name="Ada" />
        <LazyGreeting key="2" name="Bob" />
      </>,
    );
    expect(screen.getByText("Ada is coming")).toBeInTheDocument();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
    resolveLoad();
    expect(await screen.findByText("Hello, Bob")).toBeInTheDocument();
  });

  test("loads again on mount after a failed preload", async () => {
    const LazyGreeting = lazyPart(load, { Failed });
    LazyGreeting.preload();
    await act(async () => rejectLoad());
    render(<LazyGreeting name="Ada" />);
    resolveLoad();
    expect(await screen.findByText("Hello, Ada")).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
  });
});

/** Returns the text of the first commit, before anything else can load. */
function firstRenderText(part: React.ReactNode): string {
  const { container, unmount } = render(part);
  const text = container.textContent;
  unmount();
  return text;
}
