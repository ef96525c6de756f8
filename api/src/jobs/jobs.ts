import type { Deps } from '../deps.ts'

/** A background job. It may run more than once and on any instance, so it must be idempotent. */
export interface Job {
  /** Queue name: letters and hyphens only. */
  name: string
  /** Five-field cron expression in UTC. */
  cron: string
  /** A run that takes longer is assigned to another instance. */
  expireInSeconds: number
  run(deps: Pick<Deps, 'env' | 'repositories' | 'bundles' | 'log' | 'clock' | 'upstream'>): Promise<void>
}
