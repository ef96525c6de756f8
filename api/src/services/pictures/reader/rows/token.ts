import type { Piece, Word } from '../text-line.ts'

/** A part of a word with its own meaning: 'TB-C' has two tokens. */
export interface Token {
  text: string
  word: Word
  /** Index of the word in its text line. */
  index: number
}

/** Signs that separate tokens. */
const SEPARATORS = /[\s\-–—·•|/,;()[\]~_]+/

/** The sign '@' and its frequent misreadings. */
const AT = /[@©®]+/g

/** A number and a word without a space between them: '2.5RBIs'. */
const GLUED = /^(\d{1,2}(?:\.\d)?)([A-Z][a-z+].*|RBIs?)$/

/** The tokens of all words in order; '@' is always a token of its own. */
export const tokensOf = (piece: Piece): Token[] =>
  piece.words.flatMap((word, index) =>
    word.text
      .replace(AT, ' @ ')
      .replace(GLUED, '$1 $2')
      .split(SEPARATORS)
      .filter((text) => text !== '')
      .map((text) => ({ text, word, index })),
  )
