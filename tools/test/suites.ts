import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import * as z from 'zod'
import { FAST_HASHES } from '../../tests/support/fast-hashes.ts'
import { command } from '../lib/command.ts'
import { ROOT } from '../start/start-settings.ts'
import {
  addTally,
  attackTable,
  closingLine,
  countTests,
  type SuiteResult,
  type Tally,
  type TestRecord,
} from './report.ts'

/** Runs vitest, Playwright or a task of this repository as a child process, and reads its report file. */

const REPORTS = join(ROOT, 'test-results')

/** Number of Playwright workers, one browser each. One core is left for the product under test. */
export const BROWSERS = Math.max(2, Math.min(4, availableParallelism() - 1))

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          /** Errors of all tries. */
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

const playwrightTest = z.object({
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  results: z.array(z.object({ duration: z.number() })),
})
const playwrightSuite = z.object({
  title: z.string(),
  specs: z.array(
    z.object({ title: z.string(), file: z.string(), line: z.int(), tests: z.array(playwrightTest) }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})
const playwrightReport = z.object({ suites: z.array(playwrightSuite) })

function reportFile(name: string): string {
  mkdirSync(REPORTS, { recursive: true })
  const file = join(REPORTS, `${name}.json`)
  rmSync(file, { force: true })
  return file
}

const NOTHING: SuiteResult = { passed: 0, failed: 1, skipped: 0, tests: [] }

/** Counts a suite with a non-zero exit code and no failed test as one failure. */
const atLeastOne = (result: SuiteResult, code: number): SuiteResult =>
  code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const OUTCOMES: Record<string, TestRecord['outcome']> = { passed: 'passed', failed: 'failed' }

function readVitest(text: string): TestRecord[] {
  return vitestReport.parse(JSON.parse(text)).testResults.flatMap((result): TestRecord[] => {
    const file = relative(ROOT, result.name)
    const tests = result.assertionResults.map(
      ({ fullName, status, duration, failureMessages }): TestRecord => ({
        title: fullName.trim(),
        file,
        seconds: (duration ?? 0) / 1000,
        outcome: OUTCOMES[status] ?? 'skipped',
        secondAttempt: status === 'passed' && Boolean(failureMessages?.length),
        rerun: `npm run unit -- ${file} -t ${quote(literally(fullName.trim()))}`,
      }),
    )
    if (result.status !== 'failed' || tests.some(({ outcome }) => outcome === 'failed')) return tests
    const broken = { title: 'the file itself', file, seconds: 0, outcome: 'failed' } as const
    return [...tests, { ...broken, secondAttempt: false, rerun: `npm run unit -- ${file}` }]
  })
}

function outcomeOf(status: z.infer<typeof playwrightTest>['status']): TestRecord['outcome'] {
  if (status === 'expected' || status === 'flaky') return 'passed'
  return status === 'skipped' ? 'skipped' : 'failed'
}

function readPlaywright(text: string): TestRecord[] {
  const records: TestRecord[] = []
  const visit = (suite: z.infer<typeof playwrightSuite>, groups: readonly string[]): void => {
    for (const spec of suite.specs)
      for (const test of spec.tests) {
        records.push({
          title: [...groups, spec.title].join(' › '),
          file: `tests/e2e/${spec.file}`,
          seconds: test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
          outcome: outcomeOf(test.status),
          secondAttempt: test.status === 'flaky',
          rerun: `npm run e2e -- tests/e2e/${spec.file}:${spec.line}`,
        })
      }
    for (const inner of suite.suites ?? []) visit(inner, [...groups, inner.title])
  }
  for (const file of playwrightReport.parse(JSON.parse(text)).suites) visit(file, [])
  return records
}

/** Runs vitest with the given arguments, which select projects or files. */
export async function vitestSuite(
  args: string[] = [],
  name = 'vitest',
  env: NodeJS.ProcessEnv = {},
): Promise<SuiteResult> {
  const file = reportFile(name)
  const { code } = await command(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    { show: true, env },
  )
  if (!existsSync(file)) return NOTHING
  return atLeastOne(countTests(readVitest(readFileSync(file, 'utf8'))), code)
}

const attackRecord = z.object({
  file: z.string(),
  attackClass: z.string(),
  attempts: z.int().nonnegative(),
  result: z.string(),
})

/** Runs the attacks and prints a table of class, attempts and result. */
export async function attackSuite(): Promise<SuiteResult> {
  const file = reportFile('attack-attempts')
  const result = await vitestSuite(['--project=attacks'], 'attacks', { ATTACK_REPORT: file })
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  const records = lines.map((line) => attackRecord.parse(JSON.parse(line)))
  process.stdout.write(`\nattacks\n${attackTable(records, result.tests)}\n`)
  return result
}

/**
 * Runs a vitest project as two parallel shards. Each has its own database and runs its files one after
 * another.
 */
export async function halvedSuite(project: string): Promise<SuiteResult> {
  const half = (number: 1 | 2) =>
    vitestSuite([`--project=${project}`, `--shard=${number}/2`], `${project}-${number}`)
  const [first, second] = await Promise.all([half(1), half(2)])
  return { ...addTally(first, second), tests: [...first.tests, ...second.tests] }
}

/** Runs the end-to-end tests on the built bundles in a real browser. */
export async function browserSuite(args: string[] = [], name = 'e2e'): Promise<SuiteResult> {
  const { findBrowser } = await import('../../tests/support/find-browser.ts')
  const browser = await findBrowser()
  process.stdout.write(`browser: ${browser.executable} (${browser.from})\n`)
  const file = reportFile(name)
  const { code } = await command(
    'node',
    [
      join(ROOT, 'tests/node_modules/@playwright/test/cli.js'),
      'test',
      '--config',
      'tests/playwright.config.ts',
      `--workers=${BROWSERS}`,
      ...args,
    ],
    {
      show: true,
      env: {
        ...FAST_HASHES,
        PROPSIGHT_BROWSER: browser.executable,
        PROPSIGHT_BROWSER_ENV: JSON.stringify(browser.env),
        PROPSIGHT_E2E_REPORT: file,
      },
    },
  )
  if (!existsSync(file)) return NOTHING
  return atLeastOne(countTests(readPlaywright(readFileSync(file, 'utf8'))), code)
}

const tallyReport = z.object({ passed: z.int(), failed: z.int(), skipped: z.int() })

/**
 * Ends a task that prints its own table: writes its tally for `npm run test:all`, and prints the closing
 * line.
 */
export function endTask(name: string, tally: Tally, code = tally.failed ? 1 : 0): never {
  writeFileSync(reportFile(name), JSON.stringify(tally))
  process.stdout.write(`\n${closingLine(tally)}\n`)
  process.exit(code)
}

/**
 * Runs the short form of a task that measures or attacks the whole product (`tools/tasks/measure/<name>.ts --short`).
 */
export async function shortTask(name: string): Promise<SuiteResult> {
  const file = reportFile(name)
  const { code } = await command('node', [join(ROOT, 'tools/tasks/measure', `${name}.ts`), '--short'], {
    show: true,
  })
  if (!existsSync(file)) return NOTHING
  const tally = tallyReport.parse(JSON.parse(readFileSync(file, 'utf8')))
  return atLeastOne({ ...tally, tests: [] }, code)
}
