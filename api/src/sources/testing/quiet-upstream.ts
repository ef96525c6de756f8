import { pino } from 'pino'
import type { Timer } from '../../platform/timer.ts'
import { createUpstream, type Upstream, type UpstreamOptions } from '../upstream.ts'

/** The real clients toward a test's services. One call at a time may be as fast as it can, unless a test is about it. */
export const quietUpstream = (
  statsUrl: string,
  timer: Timer,
  linesUrl = statsUrl,
  more: Partial<UpstreamOptions> = {},
): Upstream =>
  createUpstream({ statsUrl, linesUrl, redis: null, log: pino({ level: 'silent' }), timer, ...more })
