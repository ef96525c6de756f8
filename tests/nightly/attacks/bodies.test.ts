import { deflateSync, gzipSync } from 'node:zlib'
import { type RawResponse, sendRaw } from '@propsight/api/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordAttempts } from './support/attack-report.ts'
import { expectSafe } from './support/expect-safe.ts'
import { type AttackedRoute, listRoutes } from './support/list-routes.ts'
import { ADMIN_KEY, digestTables, openTarget, type Target } from './support/target.ts'

let target: Target
let routes: AttackedRoute[]
beforeAll(async () => {
  target = await openTarget()
  // Uploads are multipart: see uploads.test.ts.
  routes = listRoutes(target).filter(
    ({ body, name }) => body !== null && !/releases$|extract-stats/.test(name),
  )
}, 120_000)
afterAll(() => target?.close(), 30_000)

const list = (value: string, length: number) => `[${Array(length).fill(value).join()}]`
/** Objects within each other, each with one property. */
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Bodies that no client of the product sends: none may be parsed, stored or answered with an internal error. */
const BODIES: Record<string, string | Buffer> = {
  'arrays within each other': `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  'arrays that never end': '['.repeat(100_000),
  'objects within each other': nested(20_000),
  'seventeen levels': nested(17),
  'values without number': list('0', 120_000),
  'empty objects': list('{}', 120_000),
  'empty texts': list('""', 120_000),
  'many names': `{${Array.from({ length: 30_000 }, (_, at) => `"k${at}":0`).join()}}`,
  'one name many times': `{${Array(30_000).fill('"a":{}').join()}}`,
  'a text of megabytes': `{"a":"${'x'.repeat(5_000_000)}"}`,
  'a name of megabytes': `{"${'x'.repeat(5_000_000)}":1}`,
  'a number of megabytes': `{"a":${'9'.repeat(5_000_000)}}`,
  'spaces of megabytes': `${' '.repeat(5_000_000)}{}`,
  'escapes of megabytes': `{"a":"${'\\u0000'.repeat(800_000)}"}`,
  'half a surrogate pair': '{"a":"\\ud800"}',
  'bytes that are not UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'UTF-16': Buffer.from('{"a":1}', 'utf16le'),
  'two values': '{}{}',
  'a value and a comma': '{"a":1,}',
  'a comment': '/* a */{}',
  'not a number': '{"a":NaN}',
  'an infinite number': '{"a":1e999999}',
  'an inherited name': '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
  'a closing bracket': ']',
  'a quote': '"',
  'a letter': 'x',
}
const PLAIN = JSON.stringify({ a: 1 })
/** Encodings of a small body, which the API does not decode. */
const ENCODED: Record<string, { body: Buffer; encoding: string }> = {
  gzip: { body: gzipSync(PLAIN), encoding: 'gzip' },
  deflate: { body: deflateSync(PLAIN), encoding: 'deflate' },
  'gzip twice': { body: gzipSync(gzipSync(PLAIN)), encoding: 'gzip, gzip' },
  'a bomb': { body: gzipSync(Buffer.alloc(50_000_000)), encoding: 'gzip' },
  'an unknown encoding': { body: Buffer.from(PLAIN), encoding: 'x-none' },
}

describe('hostile bodies', () => {
  it('are refused by every route that takes a body, and change no data', async () => {
    const before = await digestTables(target)
    const refused: Record<number, number> = {}
    let closed = 0
    let attempts = 0
    const variants = [
      ...Object.values(BODIES).map((body) => ({ body, more: {} })),
      ...Object.values(ENCODED).map(({ body, encoding }) => ({
        body,
        more: { 'content-encoding': encoding },
      })),
    ]
    for (const { method, path, name } of routes) {
      const authorization = /admin|developers|remotes|access.create/.test(name)
        ? `Bearer ${ADMIN_KEY}`
        : `Bearer ${target.attacker.token}`
      for (const { body, more } of variants) {
        attempts += 1
        const headers = { authorization, 'content-type': 'application/json', ...more }
        const sent = { method, path, headers, body }
        // The API closes the connection of a body that it does not read to the end.
        const answered: RawResponse | null = await sendRaw(target.url, sent).catch(
          (error: Error & { code?: string }) => {
            if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error
            return null
          },
        )
        if (answered === null) {
          closed += 1
          continue
        }
        const shown = { method, path, headers, body: body.slice(0, 100) }
        expectSafe(shown, answered, target.secrets)
        refused[answered.status] = (refused[answered.status] ?? 0) + 1
      }
    }
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
    expect(await digestTables(target)).toEqual(before)
    recordAttempts('hostile bodies', attempts, `${JSON.stringify(refused)}, ${closed} closed`)
  }, 300_000)
})
