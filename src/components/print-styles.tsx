import href from '#src/styles/print.css?url';

/** With it, what is marked with `data-print` is printed alone. Browsers load it after all that is seen. */
export const PrintStyles = () => <link rel="stylesheet" media="print" href={href} />;
