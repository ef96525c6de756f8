import { createReader, type Reader } from '@propsight/api/testing'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RenderedCard, renderCards } from '../../nightly/bench/image/render.ts'
import { scoreOf } from '../../nightly/bench/image/score.ts'
import { tuningSet } from '../../nightly/bench/image/sets.ts'

/** One card of each style that the bench tunes on; `npm run bench -- image` reads the large sets. */
const CARDS = 5

const sizeOf = async (file: Buffer) => {
  const { width, height } = await sharp(file).metadata()
  return { width, height }
}

describe('N5 the image reader', () => {
  let reader: Reader
  const cards: RenderedCard[] = []
  beforeAll(async () => {
    reader = await createReader()
    for await (const card of renderCards(tuningSet(CARDS))) cards.push(card)
  })
  afterAll(() => reader.close())

  it('N5 reads names, clubs, lines, sides and stats of rendered cards, and flags wrong rows', async () => {
    const scored = []
    for (const { picture, file } of cards)
      scored.push({ rows: picture.rows, read: await reader.read({ data: file, ...(await sizeOf(file)) }) })
    const score = scoreOf(scored)
    expect(score.rows).toBe(21)
    expect(score.right, JSON.stringify(score)).toBeGreaterThanOrEqual(19)
    expect(score.wrongNotFlagged, JSON.stringify(score)).toBe(0)
    expect(score.invented).toBe(0)
  }, 60_000)
})
