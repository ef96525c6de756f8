import type { Deps } from '../deps.ts'

/** One background job: a file each. It may run more than once and on any instance, so it must be idempotent. */
export interface Job {
  /** Queue name, plain letters and hyphens. */
  name: string
  /** Five-field cron expression in UTC. */
  cron: string
  /** A run that takes longer is given to another instance. */
  expireInSeconds: number
  run(deps: Pick<Deps, 'env' | 'repositories' | 'bundles' | 'log' | 'clock' | 'upstream'>): Promise<void>
}
