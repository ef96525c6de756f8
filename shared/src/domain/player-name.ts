const MARKS = /\p{M}+/gu
/** Typographic apostrophes count as apostrophes: the book writes O’Neill, the stats service O'Neill. */
const APOSTROPHES = /[\u2018\u2019\u02bc\u02bb`´]/g
const OTHER = /[^\p{L} .'-]+/gu
const SUFFIX = /\s+(?:jr|sr|ii|iii|iv|v)$/

/**
 * Normalises a player's name for matching (H5): accents and all characters except letters, spaces, period,
 * apostrophe and hyphen are removed. The result is in lower case and trimmed, with single spaces.
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
 * Normalises a player's name further for a second attempt at matching: without punctuation and without Jr.,
 * Sr. and II to V. Two players can have the same result, so callers must not decide by name alone.
 */
export function loosePlayerName(name: string): string {
  const plain = normalisePlayerName(name).replace(/[.']/g, '').replace(/-/g, ' ').replace(/ +/g, ' ').trim()
  return plain.replace(SUFFIX, '')
}
