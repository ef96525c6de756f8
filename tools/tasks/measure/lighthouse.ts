// `npm run lighthouse`: audits the built product with phone settings. Each page runs several times; the
// median of the performance scores counts.
import { parseArgs } from 'node:util'
import { AUDITED_PAGES } from '../../../tests/support/lighthouse/audited-pages.ts'
import {
  type Audit,
  audit,
  measureBenchmarkIndex,
  openAuditedBrowser,
} from '../../../tests/support/lighthouse/run-lighthouse.ts'
import { startTlsProxy } from '../../../tests/support/lighthouse/tls-proxy.ts'
import { startProduct } from '../../../tests/support/product/start-product.ts'
import { multiplierFor } from '../../bench/cpu-slowdown.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    cpu: { type: 'string' },
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})
const runs = Math.max(1, Number(values.runs))
const PERFORMANCE = 95
const PERFECT = 100

const middle = (figures: number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

interface PageRow extends Audit {
  page: string
  /** The performance score of each run, in order. */
  performances: number[]
  ok: boolean
}

/** Combines all runs of a page: the median of varying figures, the worst of those that must not vary. */
function formatRow(page: string, audits: Audit[]): PageRow {
  const mid = (figure: (audit: Audit) => number) => middle(audits.map(figure))
  const worst = (figure: (audit: Audit) => number) => Math.min(...audits.map(figure))
  const performances = audits.map(({ performance }) => performance)
  const performance = middle(performances)
  const accessibility = worst((each) => each.accessibility)
  const bestPractices = worst((each) => each.bestPractices)
  return {
    page,
    performances,
    performance,
    accessibility,
    bestPractices,
    fcpMs: mid((each) => each.fcpMs),
    lcpMs: mid((each) => each.lcpMs),
    tbtMs: mid((each) => each.tbtMs),
    speedIndexMs: mid((each) => each.speedIndexMs),
    cls: Math.max(...audits.map((each) => each.cls)),
    failed: [...new Set(audits.flatMap(({ failed }) => failed))],
    benchmark: mid((each) => each.benchmark),
    ok: performance >= PERFORMANCE && accessibility === PERFECT && bestPractices === PERFECT,
  }
}

function print(rows: PageRow[]): void {
  const columns = (cells: (string | number)[]) =>
    `  ${cells.map((cell, at) => (at ? String(cell).padStart(13) : String(cell).padEnd(10))).join('')}\n`
  const inSeconds = (value: number) => `${(value / 1_000).toFixed(2)} s`
  process.stdout.write(
    `\nLighthouse, phone settings, ${runs} runs each (performance: the middle run, of ${PERFORMANCE}; the others of ${PERFECT};\nmachine: index ${index.toFixed(0)} at its best, so a processor ${slowdown} times slower)\n`,
  )
  process.stdout.write(
    columns([
      'page',
      'performance',
      'accessible',
      'practices',
      'FCP',
      'LCP',
      'TBT',
      'index',
      'CLS',
      'machine',
    ]),
  )
  for (const row of rows) {
    const performance = `${row.performance} (${row.performances.join(' ')})`
    process.stdout.write(
      columns([
        row.page,
        performance,
        row.accessibility,
        row.bestPractices,
        inSeconds(row.fcpMs),
        inSeconds(row.lcpMs),
        `${row.tbtMs.toFixed(0)} ms`,
        inSeconds(row.speedIndexMs),
        row.cls.toFixed(3),
        row.benchmark.toFixed(0),
      ]).replace('\n', row.ok ? '  ok\n' : '  MISSED\n'),
    )
    for (const failed of row.failed) process.stdout.write(`    ${failed}\n`)
  }
}

// Over TLS, as in production: browsers accept brotli only there.
const front = await startTlsProxy(() => product.url)
// The policy of a page names the public address, not the one of the request.
const product = await startProduct({ env: { TRUST_PROXY: '1', PUBLIC_URL: front.url } })
const browser = await openAuditedBrowser(front.spki)
const site = { ...product, url: front.url }
const index = await measureBenchmarkIndex(browser.page)
const slowdown = Number(values.cpu ?? multiplierFor(index))
const rows: PageRow[] = []
try {
  for (const { name, path, prepare } of AUDITED_PAGES) {
    await prepare?.(browser.page, site)
    if (values.only && values.only !== name) continue
    const audits: Audit[] = []
    for (let run = 0; run < runs; run++) audits.push(await audit(site.url + path, browser, slowdown))
    rows.push(formatRow(name, audits))
  }
} finally {
  await browser.close()
  await front.close()
  await product.stop()
}
if (values.json) process.stdout.write(`${JSON.stringify(rows)}\n`)
else print(rows)
process.exit(values.check && rows.some(({ ok }) => !ok) ? 1 : 0)
