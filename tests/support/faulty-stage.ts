import type { AnalysisSite } from './analysis-site.ts'
import { fastUpstream } from './fast-upstream.ts'
import { type Fault, startFaultProxy } from './fault-proxy.ts'

/** Longer than any service is given a rest. */
const RESTED_MS = 180_000

export type Outside = 'stats' | 'lines' | 'weather'

export interface FaultyStage {
  /** Of an instance that remembers nothing. */
  readonly url: string
  /** From now on the service does so, whatever it is asked. */
  fail(which: Outside, fault: Fault): void
  /** All are well again, and have rested. */
  heal(): void
  close(): Promise<void>
}

/** An instance of the site whose outside services do as a test says. */
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
