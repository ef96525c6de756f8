import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress } from 'node:zlib'
import { BROTLI_QUALITY } from './brotli.ts'
import { turns } from './ndjson.ts'

/**
 * Serializes records as NDJSON and compresses them. The cooperative scheduler interleaves it with other
 * requests.
 */
export async function compressRecords(records: readonly unknown[]): Promise<Buffer> {
  const writer = turns.join()
  async function* lines() {
    for (const record of records) yield await writer.run(() => `${JSON.stringify(record)}\n`)
  }
  const encoder = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  const out = new PassThrough()
  const [compressed] = await Promise.all([buffer(out), pipeline(lines, encoder, out)])
  return compressed
}
