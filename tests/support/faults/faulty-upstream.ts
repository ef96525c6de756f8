import { createLog, createUpstream, systemTimer, TRIAL_WAIT_MS, type Upstream } from '@propsight/api/testing'
import type { TestSite } from '../product/test-site.ts'
import { type Fault, startUpstreamProxy } from './upstream-proxy.ts'

/** Divides all pauses, but not the wait for the trial of a breaker: a trial takes its usual time. */
const PAUSE_DIVISOR = 50
/** Timeout of one upstream request: longer than the league takes for the whole book on a busy machine. */
const LONGEST_CALL_MS = 2_000
const NO_PAUSE = { subBatch: 6, batch: 16, subBatchPauseMs: 0, batchPauseMs: 0 }

export interface FastUpstream {
  readonly upstream: Upstream
  /** Advances the clock of the upstream clients, for example past the open time of a circuit breaker. */
  advanceClock(ms: number): void
}

/**
 * Creates the upstream clients of an instance, with their retries and circuit breakers but shortened waiting
 * times.
 */
export function fastUpstream(
  urls: { stats: string; lines: string; weather: string },
  longestCallMs = LONGEST_CALL_MS,
): FastUpstream {
  let advancedMs = 0
  const upstream = createUpstream({
    statsUrl: urls.stats,
    linesUrl: urls.lines,
    weatherUrl: urls.weather,
    redis: null,
    log: createLog('silent'),
    pacing: NO_PAUSE,
    longestCallMs,
    timer: {
      now: () => systemTimer.now() + advancedMs,
      elapsed: () => systemTimer.elapsed() + advancedMs,
      sleep: (ms, signal) => systemTimer.sleep(ms === TRIAL_WAIT_MS ? ms : ms / PAUSE_DIVISOR, signal),
      random: systemTimer.random,
    },
  })
  return {
    upstream,
    advanceClock(ms) {
      advancedMs += ms
    },
  }
}

/** Longer than any circuit breaker stays open. */
const BREAKERS_CLOSED_MS = 180_000

export type UpstreamName = 'stats' | 'lines' | 'weather'

export interface FaultyUpstream {
  /** Address of an instance with empty caches. */
  readonly url: string
  /** Makes every request to the service fail with this fault. */
  fail(which: UpstreamName, fault: Fault): void
  /** Ends all faults and lets the circuit breakers close. */
  heal(): void
  close(): Promise<void>
}

/** Starts an instance of the site whose upstream services fail on demand. */
export async function startFaultyUpstream(site: TestSite): Promise<FaultyUpstream> {
  const [stats, lines, weather] = await Promise.all([
    startUpstreamProxy(site.leagueUrl),
    startUpstreamProxy(site.leagueUrl),
    startUpstreamProxy(site.leagueUrl),
  ])
  const proxies = { stats, lines, weather }
  const { upstream, advanceClock } = fastUpstream({
    stats: stats.url,
    lines: lines.url,
    weather: weather.url,
  })
  const api = await site.instance({ upstream })
  return {
    url: api.url,
    fail: (which, fault) => proxies[which].set(/./, fault),
    heal() {
      for (const proxy of Object.values(proxies)) proxy.heal()
      advanceClock(BREAKERS_CLOSED_MS)
    },
    async close() {
      for (const proxy of Object.values(proxies)) proxy.heal()
      await api.close()
      for (const proxy of Object.values(proxies)) await proxy.close()
    },
  }
}
