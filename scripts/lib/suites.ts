import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { command } from './command.ts'
import { addTally, closingLine, emptyTally, type Tally } from './report.ts'
import { ROOT } from './settings.ts'

const REPORTS = join(ROOT, 'test-results')

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numFailedTestSuites: z.int(),
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
})

function reportFile(name: string): string {
  mkdirSync(REPORTS, { recursive: true })
  const file = join(REPORTS, name)
  rmSync(file, { force: true })
  return file
}

/** A suite that left no report, or ended badly without a failed test, still counts as one failure. */
const atLeastOne = (tally: Tally, code: number): Tally =>
  code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally

/**
 * How many browsers, or parts of a suite, run at once: one core is left for the products that they talk to, and more
 * than three would only wait for each other.
 */
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1))

/**
 * Projects that start databases and whole products, not beside anything else, and in how many parts each runs. The
 * faults are timed by what they break: nothing runs beside them.
 */
export const HEAVY_PROJECTS = {
  contract: AT_ONCE,
  scale: 1,
  security: Math.min(2, AT_ONCE),
  faults: 1,
} as const

/** A vitest project in so many parts that run beside each other, each with databases of its own. */
export async function shardedSuite(project: string, parts: number): Promise<Tally> {
  const shards = Array.from({ length: parts }, (_, at) => `${at + 1}/${parts}`)
  const tallies = await Promise.all(
    shards.map((shard) => vitestSuite([`--project=${project}`, `--shard=${shard}`], `${project}-${shard}`)),
  )
  return tallies.reduce(addTally, emptyTally())
}

/** The tests that vitest runs: those of the given projects, or what the arguments choose. */
export async function vitestSuite(args: string[] = [], name = 'vitest'): Promise<Tally> {
  const file = reportFile(`${name.replace('/', '-of-')}.json`)
  const { code } = await command(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    { show: true },
  )
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const report = vitestReport.parse(JSON.parse(readFileSync(file, 'utf8')))
  return atLeastOne(
    { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests },
    code,
  )
}

const tallyReport = z.object({ passed: z.int(), failed: z.int(), skipped: z.int() })

/** Ends a task that prints its own table: leaves what it adds up to for `npm test`, and says it in the closing line. */
export function endTask(name: string, tally: Tally): never {
  writeFileSync(reportFile(`${name}.json`), JSON.stringify(tally))
  process.stdout.write(`\n${closingLine(tally)}\n`)
  process.exit(tally.failed ? 1 : 0)
}

/** The short form of a task that measures or attacks the whole product (`scripts/tasks/<name>.ts --short`). */
export async function shortTask(name: string): Promise<Tally> {
  const file = reportFile(`${name}.json`)
  const { code } = await command('node', [join(ROOT, 'scripts/tasks', `${name}.ts`), '--short'], {
    show: true,
  })
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  return atLeastOne(tallyReport.parse(JSON.parse(readFileSync(file, 'utf8'))), code)
}

/** End-to-end tests on the built bundles in a real browser. */
export async function browserSuite(args: string[] = []): Promise<Tally> {
  const { findBrowser } = await import('../../tests/support/browser.ts')
  const browser = await findBrowser()
  process.stdout.write(`browser: ${browser.executable} (${browser.from})\n`)
  const file = reportFile('e2e.json')
  const { code } = await command(
    'node',
    [
      join(ROOT, 'tests/node_modules/@playwright/test/cli.js'),
      'test',
      '--config',
      'tests/playwright.config.ts',
      `--workers=${AT_ONCE}`,
      ...args,
    ],
    {
      show: true,
      env: {
        PROPSIGHT_BROWSER: browser.executable,
        PROPSIGHT_BROWSER_ENV: JSON.stringify(browser.env),
        PROPSIGHT_E2E_REPORT: file,
      },
    },
  )
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const { stats } = playwrightReport.parse(JSON.parse(readFileSync(file, 'utf8')))
  if (stats.flaky)
    process.stdout.write(`${stats.flaky} passed only at the second try (listed above as flaky)\n`)
  return atLeastOne(
    { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
    code,
  )
}
