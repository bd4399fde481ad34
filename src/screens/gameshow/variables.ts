declare module 'react' {
  interface CSSProperties {
    /** Variables of a style sheet. */
    readonly [variable: `--${string}`]: string | number | undefined;
  }
}

export {};
