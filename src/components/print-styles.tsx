import href from '#src/styles/print.css?url';

/** Prints only what is marked with `data-print`. Browsers load it after everything visible. */
export const PrintStyles = () => <link rel="stylesheet" media="print" href={href} />;
