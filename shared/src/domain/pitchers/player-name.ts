const MARKS = /\p{M}+/gu
/** Typographic apostrophes are apostrophes: the book's O’Neill is the service's O'Neill. */
const APOSTROPHES = /[\u2018\u2019\u02bc\u02bb`´]/g
const OTHER = /[^\p{L} .'-]+/gu
const SUFFIX = /\s+(?:jr|sr|ii|iii|iv|v)$/

/**
 * A player's name for matching: without accents and anything but letters, spaces, period, apostrophe and hyphen,
 * lowercase, single spaces, trimmed (specification 2 §5).
 */
export const normalisePlayerName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(APOSTROPHES, "'")
    .replace(/\s+/g, ' ')
    .replace(OTHER, '')
    .toLowerCase()
    .replace(/ +/g, ' ')
    .trim()

/**
 * The same name with less to disagree on, for a second try: without punctuation and without Jr., Sr., II to V.
 * Two people may share it; a name alone never decides between them.
 */
export function loosePlayerName(name: string): string {
  const plain = normalisePlayerName(name).replace(/[.']/g, '').replace(/-/g, ' ').replace(/ +/g, ' ').trim()
  return plain.replace(SUFFIX, '')
}
