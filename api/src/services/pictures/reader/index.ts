import type { PictureWords } from '../../../sources/box-score-league.ts'
import type { ReadRow } from '../reading.ts'
import { findLines, type PassSettings, usualLetterHeight } from './pixels/find-lines.ts'
import type { UprightImage } from './pixels/raster.ts'
import { type Recogniser, startRecogniser } from './recogniser.ts'
import { assembleRows } from './rows/assemble.ts'
import { extractedRow, matchRows } from './rows/extracted-row.ts'
import { findFields } from './rows/find-fields.ts'
import type { CardRow } from './rows/parsed-field.ts'
import { withWords } from './rows/sport-words.ts'
import { buildSheet, toTextLines } from './text-line.ts'

export type { UprightImage } from './pixels/raster.ts'

export interface Reader {
  /**
   * The rows of an image of prop cards, from top to bottom; empty for other images.
   * @param words those of the sport of the cards; baseball without them
   */
  read(picture: UprightImage, words?: PictureWords | null): Promise<ReadRow[]>
  close(): Promise<void>
}

/**
 * Settings of the two passes over an image. They make different mistakes, so a difference shows an uncertain
 * value.
 */
const PASSES: readonly (PassSettings & { capitalHeight: number })[] = [
  { letter: 16, contrast: 30, capitalHeight: 28 },
  { letter: 20, contrast: 22, capitalHeight: 36 },
]

async function runPass(
  picture: UprightImage,
  letter: number,
  pass: PassSettings & { capitalHeight: number },
  recogniser: Recogniser,
  words: PictureWords | null,
): Promise<CardRow[]> {
  const found = await findLines(picture, letter, pass)
  if (!found.lines.length) return []
  const sheet = await buildSheet(found, pass.capitalHeight)
  const textLines = toTextLines(sheet, await recogniser.recognise(sheet.file), found)
  return withWords(words, () => assembleRows(findFields(textLines)))
}

/** Starts a reader. It reads one image at a time and needs no network. */
export async function createReader(): Promise<Reader> {
  const recogniser = await startRecogniser()
  return {
    read: async (picture, words = null) => {
      const letter = await usualLetterHeight(picture)
      if (letter === null) return []
      const passResults: CardRow[][] = []
      for (const pass of PASSES) passResults.push(await runPass(picture, letter, pass, recogniser, words))
      const [first = [], second = []] = passResults
      const rows = withWords(words, () =>
        matchRows(first, second).flatMap((pair) => extractedRow(pair, picture) ?? []),
      )
      return rows.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
    },
    close: recogniser.close,
  }
}
