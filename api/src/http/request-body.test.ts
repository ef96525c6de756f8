import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { JSON_LIMITS, type JsonLimits, readJsonBody } from './request-body.ts'

const LARGE: JsonLimits = { bytes: 8_000_000, values: 1_000_000 }

/** Reads a text that arrives in chunks of the given size. */
function read(text: string, limits = LARGE, chunkBytes = 65_536) {
  const bytes = Buffer.from(text)
  let sent = 0
  function* chunks() {
    for (; sent < bytes.length; sent += chunkBytes) yield bytes.subarray(sent, sent + chunkBytes)
  }
  const stream = Readable.from(chunks(), { objectMode: false, highWaterMark: chunkBytes })
  const request = Object.assign(stream, { headers: {} }) as unknown as IncomingMessage
  return { body: readJsonBody(request, limits), sent: () => sent }
}
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    ({ status }: { status: number }) => status,
  )
/** More than a piece, so that the list is parsed in several. */
const long = (element: string, count = 20_000) => Array<string>(count).fill(element).join()

describe('a JSON body', () => {
  it('is what JSON.parse returns, however it arrives', async () => {
    const value = fc.dictionary(
      fc.string({ unit: 'binary' }).filter((name) => name.isWellFormed()),
      fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 20 })),
      { maxKeys: 5 },
    )
    await fc.assert(
      fc.asyncProperty(value, fc.integer({ min: 1, max: 20 }), async (object, repeated) => {
        const lists = Object.entries(object).map(([name, own]) => [
          name,
          Array.isArray(own)
            ? Array<unknown[]>(repeated * 20)
                .fill(own)
                .flat()
            : own,
        ])
        // As text, because JSON.stringify and JSON.parse differ for -0.
        const text = JSON.stringify(Object.fromEntries(lists))
        const { body } = read(text, { bytes: 50_000_000, values: 50_000_000 }, 1 + repeated * 1_997)
        expect(JSON.stringify(await body)).toBe(text)
      }),
      { numRuns: 10 },
    )
  })

  it.each([
    ['a list in pieces', `{"a":[${long('{"b":"],[,{"}')}],"c":[],"d":{"e":[1,2]}}`],
    ['two long lists, and one that is short', `{"a":[${long('1')}],"b":[3],"c":[${long('"ä\\""')}]}`],
    ['a repeated name, whose last value counts', `{"a":[${long('1')}],"a":[0],"b":[${long('2')}]}`],
    ['spaces everywhere', ` { "a" : [ ${long(' 1\n')} ] , "b" : [ ] } `],
    ['a name of the prototype', `{"__proto__":[${long('1')}]}`],
    ['a long list at the top', `[${long('{"a":[1,"]"]}')}]`],
    ['nothing but a number', '3'],
  ])('is what JSON.parse returns: %s', async (_what, text) => {
    expect(await read(text).body).toEqual(JSON.parse(text))
  })

  it.each([
    ['a comma too many at the end of a long list', `{"a":[${long('1')},]}`],
    ['a comma too many in a long list', `{"a":[${long('1')},,${long('1')}]}`],
    ['a comma too many at a split', `{"a":[${long('1', 16_400)},,2]}`],
    ['a missing comma', `{"a":[${long('1')} 2]}`],
    ['brackets that do not match', `{"a":[${long('1')}}]`],
    ['a bracket too many', '{"a":[1]}]'],
    ['a missing bracket', `{"a":[${long('1')}`],
    ['an unfinished text', '{"a":"b'],
    ['two values', `{"a":[${long('1')}]}{}`],
    ['a list without a name', `{[${long('1')}]}`],
    ['nothing', ''],
  ])('is refused with 400: %s', async (_what, text) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(await statusOf(read(text).body)).toBe(400)
  })

  it.each([
    ['too many bytes', `{"a":"${'x'.repeat(3_000_000)}"}`, 413],
    ['too many values', `{"a":[${long('{}', 900_000)}]}`, 413],
    ['too many values in one element', `{"a":[{"b":[${long('{}', 900_000)}]}]}`, 413],
    ['too many properties', `{${Array.from({ length: 200_000 }, (_, at) => `"k${at}":1`).join()}}`, 413],
    ['too deep a nesting', '[{"a":'.repeat(300_000), 400],
    ['brackets only', '['.repeat(2_000_000), 400],
  ])('is refused before its end has arrived: %s', async (_what, text, status) => {
    const { body, sent } = read(text, JSON_LIMITS)
    expect(await statusOf(body)).toBe(status)
    expect(sent()).toBeLessThan(text.length / 2)
  })

  it('of megabytes is parsed in pieces, between which other requests run', async () => {
    // Each piece takes long enough for other work, whatever the machine.
    let ms = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => {
      ms += 10
      return ms
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const text = `{"picks":[${long(`{"a":"${'x'.repeat(2_000)}"}`, 2_000)}]}`
    const { body } = read(text, LARGE, text.length)
    let rounds = 0
    let working = true
    const count = async () => {
      for (; working; rounds += 1) await setImmediate()
    }
    const counting = count()
    await body
    working = false
    await counting
    // Three rounds after each of more than a hundred pieces.
    expect(rounds).toBeGreaterThan(100)
  })
})
