import { Component, createRef, type ReactNode } from 'react';
import styles from './stage-screen.module.css';

interface Props {
  /** When this value changes, a failed rendering is tried again. */
  readonly resetKey: string;
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}
interface State {
  readonly isFailed: boolean;
}

/** Keeps the last good picture on the screen when rendering fails, so that no error goes on air. */
export class LastPicture extends Component<Props, State> {
  override state: State = { isFailed: false };
  readonly #frame = createRef<HTMLDivElement>();
  #kept: Element | null = null;

  static getDerivedStateFromError(): State {
    return { isFailed: true };
  }

  /** Copies the picture: this is the last moment at which the rendered elements still exist. */
  override getSnapshotBeforeUpdate(): Element | null {
    if (!this.state.isFailed || this.#kept !== null) return null;
    const copy = this.#frame.current?.firstElementChild?.cloneNode(true);
    return copy instanceof Element ? copy : null;
  }

  override componentDidUpdate(before: Props, { isFailed }: State, picture: Element | null): void {
    if (picture !== null) {
      // The class stops animations, which a copy would play again.
      picture.classList.add(styles['still'] ?? '');
      this.#kept = picture;
    }
    if (!this.state.isFailed) {
      this.#kept?.remove();
      this.#kept = null;
      return;
    }
    // Appended after each update, as React replaces the frame whenever something in it fails.
    if (this.#kept !== null) this.#frame.current?.append(this.#kept);
    // oxlint-disable-next-line react/no-did-update-set-state -- tried again in a commit of its own: what fails in the one that resets it would be taken by the next boundary.
    if (isFailed && before.resetKey !== this.props.resetKey) this.setState({ isFailed: false });
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return (
      <div ref={this.#frame} style={{ display: 'contents' }}>
        {this.state.isFailed ? null : this.props.children}
      </div>
    );
  }
}
