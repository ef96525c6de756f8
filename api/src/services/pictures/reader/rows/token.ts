import type { Piece, Word } from '../words/piece.ts'

/** A part of a word that may mean something by itself: 'TB-C' gives two. */
export interface Token {
  text: string
  word: Word
  /** The word's place in its piece. */
  index: number
}

/** Signs that stand between two things, and between words, but inside neither. */
const SEPARATORS = /[\s\-–—·•|/,;()[\]~_]+/

/** A sign for 'at' as it is drawn, and as it is mistaken. */
const AT = /[@©®]+/g

/** A number and a word that stand too close: '2.5RBIs'. */
const GLUED = /^(\d{1,2}(?:\.\d)?)([A-Z][a-z+].*|RBIs?)$/

/** The parts of all words, in order; the sign for 'at' stands alone. */
export const tokensOf = (piece: Piece): Token[] =>
  piece.words.flatMap((word, index) =>
    word.text
      .replace(AT, ' @ ')
      .replace(GLUED, '$1 $2')
      .split(SEPARATORS)
      .filter((text) => text !== '')
      .map((text) => ({ text, word, index })),
  )
