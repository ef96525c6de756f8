import { createReader, type Reader } from '@propsight/api/testing'
import { extractedRowSchema } from '@propsight/shared/contracts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RenderedCard, renderCards } from '../../nightly/bench/image/render.ts'
import { tuningSet } from '../../nightly/bench/image/sets.ts'

describe('N5 the image reader', () => {
  let reader: Reader
  let card: RenderedCard | undefined
  beforeAll(async () => {
    reader = await createReader()
    for await (const rendered of renderCards(tuningSet(1))) card = rendered
  })
  afterAll(() => reader.close())

  it('N5 returns rows of the contract, the same from raw pixels and from a file', async () => {
    if (!card) throw new Error('no card was rendered')
    const { width, height } = await sharp(card.file).metadata()
    const size = { width, height }
    const data = await sharp(card.file).removeAlpha().raw().toBuffer()
    const raw = await reader.read({ data, ...size })
    // The API checks the names against the league and removes the readings and games.
    const rows = raw.map(({ nameReadings: _, game: __, ...row }) => row)
    expect(rows.map((row) => extractedRowSchema.parse(row))).toEqual(rows)
    expect(raw).toHaveLength(card.picture.rows.length)
    expect(await reader.read({ data: card.file, ...size })).toEqual(raw)
  }, 60_000)

  it('N5 finds no rows in noise, in a blank image and in a single pixel', async () => {
    const width = 300
    const height = 200
    const noise = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7919) % 251))
    expect(await reader.read({ data: noise, width, height })).toEqual([])
    expect(await reader.read({ data: Buffer.alloc(width * height * 3, 90), width, height })).toEqual([])
    expect(await reader.read({ data: Buffer.alloc(3), width: 1, height: 1 })).toEqual([])
  }, 60_000)
})
