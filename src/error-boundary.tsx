import { m } from 'messages';
import { Component, type ReactNode } from 'react';
import { Button } from '#src/components/button.tsx';
import { Page } from '#src/components/layout.tsx';
import { ErrorNote } from '#src/components/states.tsx';

interface Props {
  /** A change of this value, usually the path, leaves the error screen. */
  readonly resetKey: string;
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}
interface State {
  readonly error: unknown;
  readonly resetKey: string;
}

/** Maximum number of repairs per page load. */
const MOST_REPAIRS = 9;
/** Shows an error screen, with a way to continue, after an unexpected error (specification §8). */
export class ErrorBoundary extends Component<Props, State> {
  override state: State;
  private repairs: number;

  // Fields with values would need helpers in Safari 15.
  constructor(props: Props) {
    super(props);
    this.state = { error: null, resetKey: props.resetKey };
    this.repairs = 0;
  }

  /** Whether the error is repaired by mounting again: a translator or extension has changed the page under React. */
  private isRepaired(error: unknown): boolean {
    return error instanceof DOMException && this.repairs < MOST_REPAIRS;
  }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { error: null, resetKey };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
    this.repairs += 1;
    if (this.isRepaired(error)) this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (this.isRepaired(error)) return null;
    return (
      <Page title={m.appUnexpectedApplicationError()} width="text">
        <ErrorNote message={error instanceof Error ? error.message : m.unexpected()}>
          <Button onClick={() => window.location.reload()}>{m.appReload()}</Button>
        </ErrorNote>
      </Page>
    );
  }
}
