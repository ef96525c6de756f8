import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNdjson } from './api-client.ts'

const bodyOf = (bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> => {
  const edges = [0, ...[...cuts].sort((a, b) => a - b).map((cut) => cut % (bytes.length + 1)), bytes.length]
  edges.sort((a, b) => a - b)
  return new ReadableStream({
    start(controller) {
      for (let i = 1; i < edges.length; i++) controller.enqueue(bytes.slice(edges[i - 1], edges[i]))
      controller.close()
    },
  })
}
const collect = async (body: ReadableStream<Uint8Array>) => {
  const values: unknown[] = []
  for await (const value of readNdjson(body)) values.push(value)
  return values
}

describe('readNdjson', () => {
  it('reads the same values for any chunk boundaries, including inside characters', async () => {
    const value = fc.jsonValue().filter((each) => JSON.stringify(each) !== undefined)
    await fc.assert(
      fc.asyncProperty(fc.array(value), fc.array(fc.nat()), fc.boolean(), async (values, cuts, closed) => {
        const text = values.map((each) => JSON.stringify(each)).join('\n') + (closed ? '\n' : '')
        const bytes = new TextEncoder().encode(text)
        expect(await collect(bodyOf(bytes, cuts))).toEqual(JSON.parse(JSON.stringify(values)))
      }),
    )
  })
  it('reads an accented name split inside a character', async () => {
    const bytes = new TextEncoder().encode('{"name":"José Ramírez"}\n')
    expect(await collect(bodyOf(bytes, [13, 14]))).toEqual([{ name: 'José Ramírez' }])
  })
  it('throws for a truncated last line', async () => {
    await expect(collect(bodyOf(new TextEncoder().encode('{"a":1}\n{"b":'), []))).rejects.toThrow(SyntaxError)
  })
  it('cancels the body when the reader stops early', async () => {
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('1\n')),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const value of readNdjson(body)) {
      expect(value).toBe(1)
      break
    }
    expect(cancelled).toBe(true)
  })
})
