import type { ExtractedRow } from '@propsight/shared/contracts'
import type { ReadOptions, UprightPicture } from './upright-image.ts'
import { findLines, type Look, usualLetter } from './pixels/find-lines.ts'
import { assembleRows } from './rows/assemble.ts'
import type { CardRow } from './rows/card-row.ts'
import { extractedRow } from './rows/extracted-row.ts'
import { findClues } from './rows/find-fields.ts'
import { matchRows } from './rows/match-rows.ts'
import { piecesOf } from './text-line.ts'
import { type Recogniser, startRecogniser } from './recogniser.ts'
import { sheetOf } from './sheet.ts'

export type { ReadOptions, RosterPlayer, UprightPicture } from './upright-image.ts'

export interface Reader {
  /** The rows of an image of prop cards, from top to bottom; empty for other images. */
  read(picture: UprightPicture, options?: ReadOptions): Promise<ExtractedRow[]>
  close(): Promise<void>
}

/**
 * Settings of the two passes over an image. They make different mistakes, so a difference shows an uncertain
 * value.
 */
const LOOKS: readonly (Look & { capital: number })[] = [
  { letter: 16, contrast: 30, capital: 28 },
  { letter: 20, contrast: 22, capital: 36 },
]

async function lookAt(
  picture: UprightPicture,
  letter: number,
  look: Look & { capital: number },
  recogniser: Recogniser,
): Promise<CardRow[]> {
  const found = await findLines(picture, letter, look)
  if (!found.lines.length) return []
  const sheet = await sheetOf(found, look.capital)
  return assembleRows(findClues(piecesOf(sheet, await recogniser.recognise(sheet.file), found)))
}

/** Starts a reader. It reads one image at a time and needs no network. */
export async function createReader(): Promise<Reader> {
  const recogniser = await startRecogniser()
  return {
    read: async (picture, { roster } = {}) => {
      const letter = await usualLetter(picture)
      if (letter === null) return []
      const looks: CardRow[][] = []
      for (const look of LOOKS) looks.push(await lookAt(picture, letter, look, recogniser))
      const [first = [], second = []] = looks
      return matchRows(first, second)
        .flatMap((pair) => extractedRow(pair, picture, roster) ?? [])
        .toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
    },
    close: recogniser.close,
  }
}
