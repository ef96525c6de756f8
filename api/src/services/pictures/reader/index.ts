import type { ReadRow } from '../reading.ts'
import { findLines, type PassSettings, usualLetterHeight } from './pixels/find-lines.ts'
import type { UprightImage } from './pixels/raster.ts'
import { type Recogniser, startRecogniser } from './recogniser.ts'
import { assembleRows } from './rows/assemble.ts'
import { extractedRow, matchRows } from './rows/extracted-row.ts'
import { findFields } from './rows/find-fields.ts'
import type { CardRow } from './rows/parsed-field.ts'
import { buildSheet, toTextLines } from './text-line.ts'

export type { UprightImage } from './pixels/raster.ts'

export interface Reader {
  /** The rows of an image of prop cards, from top to bottom; empty for other images. */
  read(picture: UprightImage): Promise<ReadRow[]>
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
): Promise<CardRow[]> {
  const found = await findLines(picture, letter, pass)
  if (!found.lines.length) return []
  const sheet = await buildSheet(found, pass.capitalHeight)
  return assembleRows(findFields(toTextLines(sheet, await recogniser.recognise(sheet.file), found)))
}

/** Starts a reader. It reads one image at a time and needs no network. */
export async function createReader(): Promise<Reader> {
  const recogniser = await startRecogniser()
  return {
    read: async (picture) => {
      const letter = await usualLetterHeight(picture)
      if (letter === null) return []
      const passResults: CardRow[][] = []
      for (const pass of PASSES) passResults.push(await runPass(picture, letter, pass, recogniser))
      const [first = [], second = []] = passResults
      return matchRows(first, second)
        .flatMap((pair) => extractedRow(pair, picture) ?? [])
        .toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
    },
    close: recogniser.close,
  }
}
