import href from '#src/styles/print.css?url';

/** Prints only what is marked with `data-print`. Browsers load this stylesheet last, as its media is `print`. */
export const PrintStyles = () => <link rel="stylesheet" media="print" href={href} />;
