import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compressFile } from './release-files.ts'

/** Deterministic text with less repetition than code. */
function textOf(bytes: number): Buffer {
  const words: string[] = []
  let seed = 1
  let length = 0
  while (length < bytes) {
    seed = (seed * 48_271) % 2_147_483_647
    const word = `${(seed % 5_000).toString(36)}${seed % 7 === 0 ? '\n' : ' '}`
    words.push(word)
    length += word.length
  }
  return Buffer.from(words.join(''))
}

describe('F1 the compressed variants of a file', () => {
  it('are at most 0.1 % larger than at the best quality, with which the budget check measures', async () => {
    const plain = textOf(150_000)
    const variants = new Map(await compressFile('static/js/index.js', plain))
    const br = variants.get('.br') ?? Buffer.of()
    const gz = variants.get('.gz') ?? Buffer.of()
    // The default of zlib is the best quality, which the budget check uses.
    expect(br.length).toBeLessThanOrEqual(brotliCompressSync(plain).length * 1.001)
    expect(brotliDecompressSync(br).equals(plain)).toBe(true)
    expect(gunzipSync(gz).equals(plain)).toBe(true)
  })

  it('are omitted when they save nothing', async () => {
    expect(await compressFile('a.woff2', textOf(5_000))).toEqual([])
    expect(await compressFile('a.js', textOf(500))).toEqual([])
    expect(await compressFile('a.js', crypto.getRandomValues(new Uint8Array(5_000)))).toEqual([])
  })
})
