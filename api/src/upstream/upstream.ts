import type { LinesClient } from './lines-client.ts'
import type { StatsClient } from './stats-client.ts'

/** Whether calls are let through: an open breaker refuses at once, and closes by itself after a good trial. */
export type BreakerState = 'closed' | 'half-open' | 'open'

/** One answer of an outside service, with how old it is. */
export interface Read<T> {
  value: T
  /** When the service gave it, ISO 8601. */
  readAt: string
  ageSeconds: number
  /** The service could not be read again since, though it was due. */
  stale: boolean
}

export interface UpstreamState {
  'stats service': { breaker: BreakerState }
  lines: { breaker: BreakerState }
}

/** The outside services, called politely: paced, coalesced, cached, retried. One per process. */
export interface Upstream {
  stats: StatsClient
  lines: LinesClient
  state(): UpstreamState
  /** Ends its connections; calls that are under way fail. */
  close(): Promise<void>
}
