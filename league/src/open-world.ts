import { codeVersion } from './cache/code-version.ts'
import { cachedWorld } from './cache/world-cache.ts'
import { makeReplayWorld } from './replay/replay-world.ts'
import { hashSeed } from './sample/random.ts'
import { makeSampleWorld } from './sample/sample-world.ts'
import type { World } from './world/world.ts'

export interface WorldSource {
  /** The league on a day; of a replay, on its own day only. */
  readonly open: (day: string) => World
}

/** The sample league by day, from the cache folder where it is given. */
export function sampleSource(seed: string, cacheDir: string | undefined): WorldSource {
  const version = codeVersion()
  return {
    open: (day) =>
      cachedWorld(
        cacheDir,
        'sample',
        `${hashSeed(seed)}-${day}-${version}`,
        () => makeSampleWorld(seed, day).world,
      ),
  }
}

/** A season from a folder as of one day. It stands still: the clock's day does not move it. */
export function replaySource(dir: string, date: string): WorldSource {
  return { open: () => makeReplayWorld(dir, date) }
}
