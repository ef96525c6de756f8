import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { LineTable } from '../world/line-table.ts'
import { MeetingTable } from '../world/meeting-table.ts'
import { BATTING, PITCHING } from '../world/stat-fields.ts'
import type { World } from '../world/world.ts'

const MAGIC = 'PSLG2'
const headerSchema = z.object({
  json: z.int(),
  batting: z.int(),
  pitching: z.int(),
  meetings: z.int().nullable(),
})

/**
 * A world as bytes: a magic word, a line of sizes, then everything but the tables as JSON, then the tables.
 */
export function packWorld({ batting, pitching, meetings, ...rest }: World): Buffer {
  const json = Buffer.from(JSON.stringify(rest))
  const tables = { batting: batting.bytes(), pitching: pitching.bytes(), meetings: meetings?.bytes() ?? null }
  const sizes = JSON.stringify({
    json: json.length,
    batting: tables.batting.length,
    pitching: tables.pitching.length,
    meetings: tables.meetings?.length ?? null,
  })
  const all = [tables.batting, tables.pitching, tables.meetings ?? new Uint8Array()]
  return Buffer.concat([Buffer.from(`${MAGIC}${sizes}\n`), json, ...all])
}

/** @throws Error when the bytes are not what `packWorld` writes */
export function unpackWorld(bytes: Buffer): World {
  const end = bytes.indexOf('\n')
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC || end < 0) throw new Error('not a cached league')
  const sizes = headerSchema.parse(JSON.parse(bytes.toString('utf8', MAGIC.length, end)))
  const json = end + 1
  const batting = json + sizes.json
  const pitching = batting + sizes.batting
  const meetings = pitching + sizes.pitching
  if (meetings + (sizes.meetings ?? 0) !== bytes.length) throw new Error('cached league is cut short')
  // Our own file, named after the code that wrote it: its inside is trusted once the sizes fit.
  const rest: Omit<World, 'batting' | 'pitching' | 'meetings'> = JSON.parse(
    bytes.toString('utf8', json, batting),
  )
  return {
    ...rest,
    batting: new LineTable(BATTING.length, new Uint8Array(bytes.subarray(batting, pitching))),
    pitching: new LineTable(PITCHING.length, new Uint8Array(bytes.subarray(pitching, meetings))),
    meetings: sizes.meetings === null ? null : MeetingTable.from(bytes.subarray(meetings)),
  }
}

/** A league is read on its own day and, from the evening before, as tomorrow's. */
const KEPT_MS = 2 * 24 * 3_600_000

/**
 * The league of a key from the cache folder, or made and kept there for the next start. Files of the same prefix that
 * are older than two days are removed: their day is over.
 * @param prefix what the key's family is called, such as `sample`
 */
export function cachedWorld(dir: string | undefined, prefix: string, key: string, make: () => World): World {
  if (dir === undefined) return make()
  const file = join(dir, `${prefix}-${key}.league`)
  try {
    return unpackWorld(readFileSync(file))
  } catch {
    const made = make()
    try {
      keep(dir, file, made)
      for (const other of readdirSync(dir)) {
        if (!other.startsWith(`${prefix}-`) || !other.endsWith('.league')) continue
        const path = join(dir, other)
        if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { force: true })
      }
    } catch (error) {
      // A full or read-only disk costs the next start two seconds, no more.
      console.warn(
        `league: could not keep ${file}: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    return made
  }
}

const keep = (dir: string, file: string, world: World): void => {
  mkdirSync(dir, { recursive: true })
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, packWorld(world))
  renameSync(temporary, file)
}
