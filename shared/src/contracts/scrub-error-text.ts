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

/** A place in a file of a release, which ends a text: `remote/1.0.0-3fa9/static/js/chunk-8d2c.js:1:10003`. */
const PLACE = / at [a-z][a-z0-9-]{0,40}\/[\w.-]{1,60}\/[\w./~-]{1,120}\.m?js:\d{1,7}:\d{1,7}$/

/**
 * Removes text that may identify a user or was typed by one from an error message: quoted text, e-mail
 * addresses, URLs, queries, long tokens and numbers of five or more digits are replaced. Quoted text is
 * removed because browsers quote the input in their messages (`Unexpected token 'a', "ada@…" is not valid
 * JSON`). A place in a release at the end stays: with the names of chunks developers find the source.
 * @returns one line of at most 300 characters
 */
export function scrubErrorText(text: string): string {
  const [place = ''] = PLACE.exec(text) ?? []
  const scrubbed = text
    .slice(0, text.length - place.length)
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
    .slice(0, MAX_ERROR_TEXT_CHARS - place.length)
  return scrubbed + place
}
