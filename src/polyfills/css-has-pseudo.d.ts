/** The package has types for its other entry alone. */
declare module 'css-has-pseudo/browser' {
  export default function hasPseudo(
    document: Document,
    options?: { readonly observedAttributes?: readonly string[] },
  ): void;
}
