// Separate from the schemas, so that pages can use this function without loading them.
export const MAX_ERROR_TEXT_CHARS = 300

const EMAIL = /[^\s@"'<>()]+@[^\s@"'<>()]+/g
/** A URL including its query, which may contain personal data. */
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]+/gi
const QUERY = /[?#][^\s"'<>)]*/g
/** Keys, tokens and ids: 20 or more characters of their alphabet. */
const TOKEN = /[\w+/=.-]{20,}/g
/** A property name in an error of the JavaScript engine: code, not user text. */
const PROPERTY = /\((reading|setting|evaluating) '([A-Za-z_$][\w$]{0,40})'\)/g
const QUOTED = /"[^"]*("|$)|“[^”]*(”|$)|`[^`]*(`|$)|(?<![A-Za-z])'[^']*('|$)/g

/**
 * Removes text that may identify a user or was typed by one from an error message: quoted text, e-mail
 * addresses, URLs, queries, long tokens and numbers of five or more digits are replaced. Quoted text is
 * removed because browsers quote the input in their messages (`Unexpected token 'a', "ada@…" is not valid
 * JSON`).
 * @returns one line of at most 300 characters
 */
export function scrubErrorText(text: string): string {
  return text
    .slice(0, 4 * MAX_ERROR_TEXT_CHARS)
    .replace(/\s+/g, ' ')
    .replace(PROPERTY, '($1 $2)')
    .replace(QUOTED, '[text]')
    .replace(ADDRESS, '[address]')
    .replace(EMAIL, '[e-mail]')
    .replace(QUERY, '')
    .replace(TOKEN, '[token]')
    .replace(/\d{5,}/g, '[number]')
    .trim()
    .slice(0, MAX_ERROR_TEXT_CHARS)
}
