import { Component, type ReactNode, Suspense } from "react";
import { haveSameItems } from "../../selectors/compareItems.ts";

interface ErrorBoundaryProps {
  /** Rendered after a child has thrown. */
  readonly fallback: ReactNode;
  /** Renders the children again when one of these changes. */
  readonly resetKeys: readonly unknown[];
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly hasThrown: boolean;
  readonly resetKeys: readonly unknown[];
}

/**
 * @internal Catches errors of a renderer of the application, so that the conversation around it stays. React reports
 * the error.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasThrown: false, resetKeys: this.props.resetKeys };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasThrown: true };
  }

  static getDerivedStateFromProps(
    { resetKeys }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return haveSameItems(resetKeys, state.resetKeys) ? null : { resetKeys, hasThrown: false };
  }

  override render(): ReactNode {
    return this.state.hasThrown ? this.props.fallback : this.props.children;
  }
}

interface CustomRenderProps {
  /** Rendered while the content is suspended, and after it has thrown. */
  readonly fallback: ReactNode;
  /** Renders the content again after it has thrown when one of these changes. */
  readonly resetKeys: readonly unknown[];
  readonly children: ReactNode;
}

/** @internal Renders content of the application inside a text, which stays readable when the content fails. */
export function CustomRender({ fallback, resetKeys, children }: CustomRenderProps): ReactNode {
  return (
    <ErrorBoundary fallback={fallback} resetKeys={resetKeys}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
