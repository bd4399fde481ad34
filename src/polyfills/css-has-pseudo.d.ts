/** The package only has types for its other entry. */
declare module 'css-has-pseudo/browser' {
  export default function hasPseudo(
    document: Document,
    options?: { readonly observedAttributes?: readonly string[] },
  ): void;
}
