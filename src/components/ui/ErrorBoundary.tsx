import { Component, type ReactNode } from "react";
import { haveSameItems } from "../../selectors/haveSameItems.ts";

interface BoundaryProps {
  /** What to show in place of what threw. */
  readonly fallback: ReactNode;
  /** What was wrong may be right again when one of these changes. */
  readonly resetKeys: readonly unknown[];
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly hasThrown: boolean;
  readonly resetKeys: readonly unknown[];
}

/**
 * @internal Contains what a renderer of the application throws, so that the conversation around it
 * stays. React reports the error.
 */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasThrown: false, resetKeys: this.props.resetKeys };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasThrown: true };
  }

  static getDerivedStateFromProps(
    { resetKeys }: BoundaryProps,
    state: BoundaryState,
  ): Partial<BoundaryState> | null {
    return haveSameItems(resetKeys, state.resetKeys) ? null : { resetKeys, hasThrown: false };
  }

  override render(): ReactNode {
    return this.state.hasThrown ? this.props.fallback : this.props.children;
  }
}
