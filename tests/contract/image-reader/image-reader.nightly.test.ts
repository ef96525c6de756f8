import { createReader, type Reader } from '@propsight/api/testing'
import { extractedRowSchema } from '@propsight/shared/contracts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderCards } from '../../nightly/bench/image/render.ts'
import { tuningSet } from '../../nightly/bench/image/sets.ts'

const sizeOf = async (file: Buffer) => {
  const { width, height } = await sharp(file).metadata()
  return { width, height }
}

describe('N5 the image reader', () => {
  let reader: Reader
  beforeAll(async () => {
    reader = await createReader()
  })
  afterAll(() => reader.close())

  it('N5 returns rows of the contract, the same from raw pixels and from a file', async () => {
    const [card] = await Array.fromAsync(renderCards(tuningSet(1)))
    if (!card) throw new Error('no card was rendered')
    const size = await sizeOf(card.file)
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
