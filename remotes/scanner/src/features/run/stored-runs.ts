import { startRunResponse } from '@propsight/shared/contracts'
import { MLB_MARKETS } from '@propsight/shared/domain'
import * as z from '@propsight/shared/schema'
import { load, store } from '../../config/stored-json.ts'

const STORAGE_KEY = 'propsight:scanner-runs'
const session = () => sessionStorage

const storedRunSchema = z.object({
  category: z.enum(MLB_MARKETS),
  /** The idempotency key: a repeated request returns the same run. */
  key: z.uuid(),
  /** Null until the request is answered. */
  run: startRunResponse.nullable(),
})
export type StoredRun = z.infer<typeof storedRunSchema>

const storedRunsSchema = z.object({ userId: z.string(), runs: z.array(storedRunSchema).max(50) })

/** Whether a run can still be used. One without an answer may exist on the server. */
export const isLive = ({ run }: StoredRun, now = Date.now()): boolean =>
  run === null || Date.parse(run.expiresAt) > now

/** The live runs that a user started in this tab: a reload uses them instead of paying again. */
export function loadRuns(userId: string): StoredRun[] {
  const stored = load(session, STORAGE_KEY, storedRunsSchema)
  return stored?.userId === userId ? stored.runs.filter((run) => isLive(run)) : []
}

export const storeRuns = (userId: string, runs: readonly StoredRun[]): void =>
  store(session, STORAGE_KEY, { userId, runs: runs.filter((run) => isLive(run)) })
