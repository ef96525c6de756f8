import { deriveOnce } from '../platform/cache/derive-once.ts'
import { compressBytes } from './compression.ts'

const END = Buffer.from('}\n')

/** The JSON of a game log. It is nearly all of a board's text, and the boards of all markets share it. */
const gamesJson = deriveOnce((games: readonly unknown[]): Buffer => Buffer.from(JSON.stringify(games)))

/**
 * Serializes a record as one line of JSON. A list of games (`games`, the last property of the line) must not change
 * afterwards: it is serialized once. Bytes and not text, because encoding megabytes of concatenated text blocks
 * the event loop longer than serializing them.
 */
export function recordLine(record: object): Buffer {
  const games = 'games' in record ? record.games : undefined
  if (!Array.isArray(games)) return Buffer.from(`${JSON.stringify(record)}\n`)
  const others = JSON.stringify({ ...record, games: undefined }).slice(1, -1)
  return Buffer.concat([Buffer.from(`{${others && `${others},`}"games":`), gamesJson(games), END])
}

/** Compresses records, each as one line of JSON, with Brotli. */
export const compressLines = (records: readonly object[]): Promise<Buffer> =>
  compressBytes(Buffer.concat(records.map(recordLine)))
