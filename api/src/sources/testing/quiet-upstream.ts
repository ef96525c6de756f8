import { pino } from 'pino'
import type { Timer } from '../../platform/timer.ts'
import { createUpstream, type Upstream, type UpstreamOptions } from '../upstream.ts'

/**
 * The real upstream clients, connected to the stub services of a test, with a silent log and the given timer.
 */
export const quietUpstream = (
  statsUrl: string,
  timer: Timer,
  linesUrl = statsUrl,
  more: Partial<UpstreamOptions> = {},
): Upstream =>
  createUpstream({ statsUrl, linesUrl, redis: null, log: pino({ level: 'silent' }), timer, ...more })
