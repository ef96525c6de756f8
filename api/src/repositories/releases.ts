import { type Release, releaseSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'

export interface ReleasesRepository {
  /** Every release that is live now, the shell's included. One that cannot be read is left out. */
  live(): Promise<{ releases: Release[]; unreadable: number }>
  /** Records an immutable release and makes it live. */
  publish(release: Release): Promise<void>
}

const rows = z.array(z.unknown()).nullable()
/** A set of scalars arrives bare, or wrapped under the function's name. */
const bare = (row: unknown): unknown =>
  row !== null && typeof row === 'object' && 'live_releases' in row ? row.live_releases : row

/** Releases of shell and remotes, as rows of the data service. */
export const createReleasesRepository = (data: DataService): ReleasesRepository => ({
  async live() {
    const found = (await data.rpc('live_releases', {}, rows)) ?? []
    const parsed = found.map((row) => releaseSchema.safeParse(bare(row)))
    return {
      releases: parsed.flatMap((result) => (result.success ? [result.data] : [])),
      unreadable: parsed.filter((result) => !result.success).length,
    }
  },
  async publish(release) {
    await data.rpc('publish_release', { p_release: release }, z.unknown())
  },
})
