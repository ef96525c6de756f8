import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { codeVersion } from './cache/code-version.ts'
import { cachedWorld } from './cache/world-cache.ts'
import { makeTonight } from './live/day-games.ts'
import { makeReplayWorld } from './replay/replay-world.ts'
import { hashSeed } from './world/random.ts'
import { makeSampleWorld } from './sample/sample-world.ts'
import type { LeagueSource } from './server/league-state.ts'

/** Opens the sample league of any day, from the cache folder if there is one. */
export function sampleSource(seed: string, cacheDir: string | undefined): LeagueSource {
  const version = codeVersion()
  return {
    open: (day) =>
      cachedWorld(
        cacheDir,
        'sample',
        `${hashSeed(seed)}-${day}-${version}`,
        () => makeSampleWorld(seed, day).world,
      ),
    tonight: (day) => makeTonight(seed, day),
  }
}

/**
 * Hash of the names, sizes and change times of a folder's files. A missing folder is reported later, by the
 * replay.
 */
const fingerprint = (dir: string): number => {
  try {
    const files = readdirSync(dir).toSorted()
    return hashSeed(
      dir,
      ...files.map(
        (file) => `${file} ${statSync(join(dir, file)).size} ${statSync(join(dir, file)).mtimeMs}`,
      ),
    )
  } catch {
    return 0
  }
}

/** Opens a real season from a folder as of one day. The day is fixed; the clock does not change it. */
export function replaySource(dir: string, date: string, cacheDir: string | undefined): LeagueSource {
  const version = codeVersion()
  return {
    open: () =>
      cachedWorld(cacheDir, 'replay', `${fingerprint(dir)}-${date}-${version}`, () =>
        makeReplayWorld(dir, date),
      ),
  }
}
