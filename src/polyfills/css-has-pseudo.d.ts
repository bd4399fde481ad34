/** Types of the entry point that is used; the package only has types for its other entry point. */
declare module 'css-has-pseudo/browser' {
  export default function hasPseudo(
    document: Document,
    options?: { readonly observedAttributes?: readonly string[] },
  ): void;
}
