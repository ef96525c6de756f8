import type { Reader } from '@propsight/api/testing'
import sharp from 'sharp'
import { renderCards } from './render.ts'
import type { Score } from './score.ts'
import { scoreOf } from './score.ts'
import type { CardPicture } from './sets.ts'

export interface ReadCards {
  score: Score
  /** Time to read each card in ms. */
  times: number[]
}

/** Renders cards, reads each, and scores the results. */
export async function readCards(reader: Reader, pictures: readonly CardPicture[]): Promise<ReadCards> {
  const times: number[] = []
  const cards: Parameters<typeof scoreOf>[0][number][] = []
  for await (const { picture, file } of renderCards(pictures)) {
    const { width, height } = await sharp(file).metadata()
    const begun = performance.now()
    const read = await reader.read({ data: file, width, height })
    times.push(performance.now() - begun)
    cards.push({ rows: picture.rows, read })
  }
  return { score: scoreOf(cards), times }
}
