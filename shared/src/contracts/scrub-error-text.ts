// Apart from the schemas: pages take it without them.
export const MAX_ERROR_TEXT_CHARS = 300

const EMAIL = /[^\s@"'<>()]+@[^\s@"'<>()]+/g
/** With what follows the address: a query may hold anything. */
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]+/gi
const QUERY = /[?#][^\s"'<>)]*/g
/** Keys, tokens, ids: long runs of what such things are written in. */
const TOKEN = /[\w+/=.-]{20,}/g
/** An engine's own mention of a property: code, not text. */
const PROPERTY = /\((reading|setting|evaluating) '([A-Za-z_$][\w$]{0,40})'\)/g
const QUOTED = /"[^"]*("|$)|“[^”]*(”|$)|`[^`]*(`|$)|(?<![A-Za-z])'[^']*('|$)/g

/**
 * What an error says, without what a person may have typed or be known by: quoted text, e-mail addresses, web
 * addresses, queries, long tokens and digits in a row are replaced. Browsers quote the input in their messages
 * (`Unexpected token 'a', "ada@…" is not valid JSON`), so quotes go altogether.
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
