/**
 * The language in which the answers of a show are compared, a primary language subtag. Readers of shows and questions
 * return it with them, so that a show can have another.
 */
export const SHOW_LANGUAGE: string = 'en';
