import { SourceMap } from 'node:module'
import type { TelemetryResponse } from '@propsight/shared/contracts'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { BundleStore } from './store/bundle-store.ts'
import { openSourceMap, type SealingEnv } from './store/release-files.ts'

/** Larger maps are stored, but not read: parsing takes the processor from other requests. */
const MAX_BYTES = 4_000_000
/** Maps in memory. A parsed map is several times as large as its file. */
const MAX_MAPS = 8
const MAPS_MS = 60_000
const MAX_PLACE_CHARS = 200

/** The part of a source map that is needed for places. It comes from a team's build, so it is checked. */
const mapSchema = z.object({
  version: z.literal(3),
  sources: z.array(
    z
      .string()
      .nullable()
      .transform((source) => source ?? ''),
  ),
  names: z.array(z.string()).default([]),
  mappings: z.string(),
})
const FRAME = /^([^/]+)\/([^/]+)\/(.+):(\d+):(\d+)$/

/** Names places in the source of a remote instead of those in its bundles. */
export type ResolveFrames = (telemetry: TelemetryResponse) => Promise<TelemetryResponse>

/** Resolves stack frames with the source maps of the releases. A frame without a map stays as it is. */
export function createFrameResolver(env: SealingEnv, bundles: Pick<BundleStore, 'read'>): ResolveFrames {
  const maps = new LRUCache<string, { map: SourceMap | null }>({
    max: MAX_MAPS,
    ttl: MAPS_MS,
    async fetchMethod(place) {
      const [name = '', version = '', ...file] = place.split('/')
      try {
        const bytes = await bundles.read({ name, version }, `${file.join('/')}.map`)
        if (bytes.length > MAX_BYTES) return { map: null }
        const { version: format, ...content } = mapSchema.parse(JSON.parse(openSourceMap(env, bytes)))
        return {
          map: new SourceMap({ ...content, version: format, file: '', sourceRoot: '', sourcesContent: [] }),
        }
      } catch {
        // Most releases have no maps, and one that cannot be read is of no use to its team either.
        return { map: null }
      }
    },
  })
  const resolve = async (remote: string, frame: string): Promise<string> => {
    const [, name = '', version, file, line, column] = FRAME.exec(frame) ?? []
    // Sources of other teams are private.
    if (name !== remote) return frame
    const { map } = (await maps.fetch(`${name}/${version}/${file}`)) ?? { map: null }
    const found = map?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!found || !('originalSource' in found) || !found.originalSource) return frame
    const source = found.originalSource.replace(/^webpack:\/\/[^/]*\//, '').replace(/^(\.{0,2}\/)+/, '')
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`.slice(-MAX_PLACE_CHARS)
  }
  return async (telemetry) => ({
    ...telemetry,
    errors: await Promise.all(
      telemetry.errors.map(async (error) => ({
        ...error,
        frames: await Promise.all(error.frames.map((frame) => resolve(telemetry.name, frame))),
      })),
    ),
  })
}
