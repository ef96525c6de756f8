import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { LineTable } from '../world/line-table.ts'
import { MatchupTable } from '../world/matchup-table.ts'
import { BATTING, PITCHING } from '../world/stat-fields.ts'
import type { World } from '../world/world.ts'

const source = join(import.meta.dirname, '..')

/**
 * A short hash of the code that makes worlds. It is part of a cache file's name, so other code does not read
 * the file.
 */
export function codeVersion(): string {
  const hash = createHash('sha256')
  const files = ['data', 'world', 'sample', 'pricing', 'replay', 'cache'].flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(source, folder, name),
    ),
  )
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).toSorted()) {
    hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 12)
}

const MAGIC = 'PSLG2'
const headerSchema = z.object({
  json: z.int(),
  batting: z.int(),
  pitching: z.int(),
  matchups: z.int().nullable(),
})

/**
 * Serialises a world: a magic word, a JSON line with the byte sizes, everything except the tables as JSON,
 * then the tables as raw bytes.
 */
export function packWorld({ batting, pitching, matchups, ...rest }: World): Buffer {
  const json = Buffer.from(JSON.stringify(rest))
  const tables = { batting: batting.bytes(), pitching: pitching.bytes(), matchups: matchups?.bytes() ?? null }
  const sizes = JSON.stringify({
    json: json.length,
    batting: tables.batting.length,
    pitching: tables.pitching.length,
    matchups: tables.matchups?.length ?? null,
  })
  const all = [tables.batting, tables.pitching, tables.matchups ?? new Uint8Array()]
  return Buffer.concat([Buffer.from(`${MAGIC}${sizes}\n`), json, ...all])
}

/**
 * Reads the bytes that `packWorld` writes.
 * @throws Error when the magic word is missing or the sizes do not match the length
 */
export function unpackWorld(bytes: Buffer): World {
  const end = bytes.indexOf('\n')
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC || end < 0) throw new Error('not a cached league')
  const sizes = headerSchema.parse(JSON.parse(bytes.toString('utf8', MAGIC.length, end)))
  const json = end + 1
  const batting = json + sizes.json
  const pitching = batting + sizes.batting
  const matchups = pitching + sizes.pitching
  if (matchups + (sizes.matchups ?? 0) !== bytes.length) throw new Error('cached league is cut short')
  // The file name contains the version of the code that wrote it, so the JSON is not validated once the sizes
  // match.
  const rest: Omit<World, 'batting' | 'pitching' | 'matchups'> = JSON.parse(
    bytes.toString('utf8', json, batting),
  )
  return {
    ...rest,
    batting: new LineTable(BATTING.length, new Uint8Array(bytes.subarray(batting, pitching))),
    pitching: new LineTable(PITCHING.length, new Uint8Array(bytes.subarray(pitching, matchups))),
    matchups: sizes.matchups === null ? null : MatchupTable.from(bytes.subarray(matchups)),
  }
}

/** A cached league is used on its own day and, as tomorrow's league, from the evening before. */
const CACHE_MAX_AGE_MS = 2 * 24 * 3_600_000

/**
 * Reads the league of a key from the cache folder, or makes it and stores it there for the next start. Files
 * with the same prefix that are older than two days are removed, because their day is over.
 * @param dir the cache folder; without one nothing is cached
 * @param prefix start of the file names of one kind of league, such as `sample`
 */
export function readOrMakeWorld(
  dir: string | undefined,
  prefix: string,
  key: string,
  make: () => World,
): World {
  if (dir === undefined) return make()
  const file = join(dir, `${prefix}-${key}.league`)
  try {
    return unpackWorld(readFileSync(file))
  } catch {
    const made = make()
    try {
      writeWorld(dir, file, made)
      for (const other of readdirSync(dir)) {
        if (!other.startsWith(`${prefix}-`) || !other.endsWith('.league')) continue
        const path = join(dir, other)
        if (Date.now() - statSync(path).mtimeMs > CACHE_MAX_AGE_MS) rmSync(path, { force: true })
      }
    } catch (error) {
      // A full or read-only disk must not stop the start: the only effect is that the next start takes two
      // seconds more.
      console.warn(
        `league: could not write ${file}: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    return made
  }
}

const writeWorld = (dir: string, file: string, world: World): void => {
  mkdirSync(dir, { recursive: true })
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, packWorld(world))
  renameSync(temporary, file)
}
