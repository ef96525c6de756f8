import type { ReleasesResponse, Rollout } from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { useQuery } from '@tanstack/react-query'
import { useAdminApi } from '../../state/admin-api.ts'

/** One remote: its releases with load statistics, its rollout, and its history. */
export function useReleases(name: string) {
  const { fetchParsed } = useAdminApi()
  return useQuery({
    queryKey: ['admin', 'releases', name],
    queryFn: ({ signal }) => fetchParsed(shownReleases, `/api/remotes/${name}/releases`, { signal }),
    staleTime: 0,
  })
}

// Schemas for the displayed part of the answers in contracts/rollout.ts. That module also contains the
// schemas of a deploy, which would add 1.5 kB. `satisfies` keeps these schemas in step with its types.
type Shown<T, K extends keyof T> = z.ZodType<Pick<T, K>>
type Release = ReleasesResponse['releases'][number]
type Event = ReleasesResponse['events'][number]

const text = z.string()
const orNone = text.nullable()
const rollout = z.object({
  name: text,
  generation: z.int(),
  live: orNone,
  previous: orNone,
  canary: z.object({ version: text, percent: z.int(), since: text }).nullable(),
  halted: z.object({ version: text, at: text, reason: orNone }).nullable(),
  retired: z.object({ version: text, at: text, redirectTo: orNone }).nullable(),
  updatedAt: text,
}) satisfies z.ZodType<Rollout>

const judged = z.object({ version: text, verdict: text })
const rollbackTo = judged.extend({ skipped: z.array(judged) }).nullable()

const loads = z.object({
  ok: z.int(),
  failed: z.int(),
  failureRate: z.number().nullable(),
  p50Ms: z.int().nullable(),
  p95Ms: z.int().nullable(),
  kinds: z.record(text, z.int()),
}) satisfies Shown<Release['loads'], 'ok' | 'failed' | 'failureRate' | 'p50Ms' | 'p95Ms' | 'kinds'>

const release = z.object({
  version: text,
  state: text,
  message: text,
  publishedBy: text,
  publishedAt: text,
  permanentPath: orNone,
  loads,
})
const event = z.object({
  id: z.int(),
  version: orNone,
  action: text,
  actor: text,
  message: text,
  at: text,
}) satisfies Shown<Event, 'id' | 'version' | 'action' | 'actor' | 'message' | 'at'>

/** `GET /api/rollouts` */
export const shownRollouts = z.object({ rollouts: z.array(rollout) })
/** `GET /api/remotes/{name}/releases` */
export const shownReleases = z.object({
  rollout,
  rollbackTo,
  releases: z.array(release),
  events: z.array(event),
})
/** The answer of halt, rollback, promote and retire. */
export const changedRollout = z.object({ rollout })

/** `POST /api/remotes/{name}/previews` */
export const createdPreview = z.object({ path: text, expiresAt: text })

export type ShownRollout = z.infer<typeof rollout>
export type RollbackTarget = z.infer<typeof rollbackTo>
export type ShownReleases = z.infer<typeof shownReleases>
