/** One response of an upstream service with its age. */
export interface Read<T> {
  value: T
  /** Time at which the service sent it, ISO 8601. */
  readAt: string
  ageSeconds: number
  /** True if a refresh was due and failed. */
  stale: boolean
}
