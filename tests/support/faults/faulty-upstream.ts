import type { AnalysisSite } from '../product/test-site.ts'
import { fastUpstream } from './fast-upstream.ts'
import { type Fault, startFaultProxy } from './upstream-proxy.ts'

/** Longer than any circuit breaker stays open. */
const RESTED_MS = 180_000

export type Outside = 'stats' | 'lines' | 'weather'

export interface FaultyStage {
  /** Address of an instance with empty caches. */
  readonly url: string
  /** Makes every request to the service fail with this fault. */
  fail(which: Outside, fault: Fault): void
  /** Ends all faults and lets the circuit breakers close. */
  heal(): void
  close(): Promise<void>
}

/** Starts an instance of the site whose upstream services fail on demand. */
export async function faultyStage(site: AnalysisSite): Promise<FaultyStage> {
  const [stats, lines, weather] = await Promise.all([
    startFaultProxy(site.leagueUrl),
    startFaultProxy(site.leagueUrl),
    startFaultProxy(site.leagueUrl),
  ])
  const proxies = { stats, lines, weather }
  const { upstream, pass } = fastUpstream({ stats: stats.url, lines: lines.url, weather: weather.url })
  const api = await site.instance({ upstream })
  return {
    url: api.url,
    fail: (which, fault) => proxies[which].set(/./, fault),
    heal() {
      for (const proxy of Object.values(proxies)) proxy.heal()
      pass(RESTED_MS)
    },
    async close() {
      for (const proxy of Object.values(proxies)) proxy.heal()
      await api.close()
      for (const proxy of Object.values(proxies)) await proxy.close()
    },
  }
}
