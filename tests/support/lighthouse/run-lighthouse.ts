import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { firstFreePort, randomFirstPort } from '@propsight/tools/testing'
import lighthouse from 'lighthouse'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import { BROWSER_FLAGS, findBrowser } from '../find-browser.ts'

export interface AuditedBrowser {
  /** Port of the DevTools protocol, for Lighthouse. */
  port: number
  /** A page of the same profile: a session created here also exists in the audited page. */
  page: Page
  /** Clears the HTTP cache, so that the next visit downloads everything. The session is kept. */
  clearCache(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a browser with one profile that Playwright and Lighthouse share.
 * @param spki hash of an additional certificate to trust, see `startTlsProxy`
 */
export async function openAuditedBrowser(spki: string): Promise<AuditedBrowser> {
  const { executable, env } = await findBrowser()
  const port = await firstFreePort(randomFirstPort(), '127.0.0.1')
  const profile = mkdtempSync(join(tmpdir(), 'propsight-lighthouse-'))
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: executable,
    args: [
      ...BROWSER_FLAGS,
      `--remote-debugging-port=${port}`,
      `--ignore-certificate-errors-spki-list=${spki}`,
    ],
    env: { ...(process.env as Record<string, string>), ...env },
  })
  const page = context.pages()[0] ?? (await context.newPage())
  const devtools = await context.newCDPSession(page)
  return {
    port,
    page,
    clearCache: async () => {
      // No other page may run scripts during the audited visit.
      await page.goto('about:blank')
      await devtools.send('Network.clearBrowserCache')
    },
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

const BENCHMARK_RUNS = 5

/**
 * Measures Lighthouse's benchmark index of the machine. Returns the best of several runs, because other load
 * only lowers the index.
 */
export async function measureBenchmarkIndex(page: Page): Promise<number> {
  let best = 0
  for (let run = 0; run < BENCHMARK_RUNS; run++)
    best = Math.max(best, await page.evaluate(pageFunctions.computeBenchmarkIndex))
  return best
}

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
  { port, clearCache }: Pick<AuditedBrowser, 'port' | 'clearCache'>,
  cpuSlowdown: number,
): Promise<Audit> {
  let lhr: Awaited<ReturnType<typeof visit>> | undefined
  for (let tries = 0; tries < TRIES && (!lhr || lhr.runtimeError); tries++) {
    await clearCache()
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
