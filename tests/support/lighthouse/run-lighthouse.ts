import lighthouse from 'lighthouse'
import type { AuditedBrowser } from './audited-browser.ts'

/** Result of one Lighthouse audit with phone settings: simulated slow 4G and CPU slowdown. */
export interface Audit {
  /** 0 to 100. */
  performance: number
  accessibility: number
  bestPractices: number
  fcpMs: number
  lcpMs: number
  tbtMs: number
  speedIndexMs: number
  cls: number
  /** Audits of accessibility and best practices that failed, each with its first element. */
  failed: string[]
  /**
   * Lighthouse's benchmark index of the machine; an idle desktop has 1,500 or more. The timings depend on it.
   */
  benchmark: number
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices']
const PASSED = 1

/** Lighthouse's default for phones (`throttling.mobileSlow4G` of its constants). */
const SLOW_4G = { rttMs: 150, throughputKbps: 1_638.4 }

/** Attempts per visit. On a busy machine the browser sometimes loses the trace (NO_NAVSTART). */
const TRIES = 3

async function visit(url: string, port: number, cpuSlowdownMultiplier: number) {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: CATEGORIES,
    throttlingMethod: 'simulate',
    throttling: { ...SLOW_4G, cpuSlowdownMultiplier },
    // Keeps the session. The HTTP cache is cleared before the visit.
    disableStorageReset: true,
  })
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
  return result.lhr
}

/**
 * Audits a page once, in the profile of the browser at this DevTools port.
 * @param cpuSlowdown factor of the simulated CPU slowdown
 * @throws Error if Lighthouse could not load the page
 */
export async function audit(
  url: string,
  { port, forgetFiles }: Pick<AuditedBrowser, 'port' | 'forgetFiles'>,
  cpuSlowdown: number,
): Promise<Audit> {
  let lhr: Awaited<ReturnType<typeof visit>> | undefined
  for (let tries = 0; tries < TRIES && (!lhr || lhr.runtimeError); tries++) {
    await forgetFiles()
    lhr = await visit(url, port, cpuSlowdown)
  }
  if (!lhr || lhr.runtimeError) throw new Error(`${url}: ${lhr?.runtimeError?.message ?? 'no result'}`)
  const { categories, audits, environment } = lhr
  const score = (name: string) => Math.round(100 * (categories[name]?.score ?? 0))
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const failed = ['accessibility', 'best-practices'].flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => audits[id])
      .filter((each) => each?.score !== null && each?.score !== undefined && each.score < PASSED)
      .map((each) => `${each?.id}: ${JSON.stringify(each?.details).slice(0, 300)}`),
  )
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    fcpMs: value('first-contentful-paint'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    speedIndexMs: value('speed-index'),
    cls: value('cumulative-layout-shift'),
    failed,
    benchmark: environment.benchmarkIndex,
  }
}
