import type { DocsContainerProps } from "@storybook/addon-docs/blocks";
import { lazy, type PropsWithChildren, type ReactNode, Suspense } from "react";
import { loadStoryOrder } from "./storyOrder.ts";

// Loaded with the first page, because stories and their tests need none of it.
const Container = lazy(async () => ({
  default: (await import("./BookContainer.tsx")).BookContainer,
}));
const Page = lazy(async () => {
  const [{ ComponentPage }] = await Promise.all([import("./ComponentPage.tsx"), loadStoryOrder()]);
  return { default: ComponentPage };
});

/** Renders `BookContainer` once it is loaded. */
export function LazyContainer(props: PropsWithChildren<DocsContainerProps>): ReactNode {
  return (
    <Suspense fallback={null}>
      <Container {...props} />
    </Suspense>
  );
}

/** Renders `ComponentPage` once it is loaded. */
export function LazyPage(): ReactNode {
  return (
    <Suspense fallback={null}>
      <Page />
    </Suspense>
  );
}
