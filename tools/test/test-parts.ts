import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildAll } from '../federation/build-apps.ts'
import { checkBuiltReleases, checkBundleSizes } from '../federation/check-bundle-sizes.ts'
import { command } from '../lib/command.ts'
import { withLock } from '../lib/lock.mjs'
import { ROOT } from '../start/start-settings.ts'
import { type PartResult, partLine, type SuiteResult, summaryOf } from './report.ts'
import { STATIC_CHECKS } from './static-checks.ts'
import { attackSuite, browserSuite, halvedSuite, shortTask, vitestSuite } from './suites.ts'

/** The parts of `npm test` (the fast tier) and of `npm run test:all` (both tiers), and how they are run. */

export interface Part {
  name: string
  run(earlier: readonly PartResult[]): Promise<SuiteResult>
}

/** Parts that run at the same time. */
export type Stage = readonly Part[]

const ONE_PASSED: SuiteResult = { passed: 1, failed: 0, skipped: 0, tests: [] }
const REQUIREMENTS = join(ROOT, 'docs/requirements.md')

const projects = (names: readonly string[]): string[] => names.map((name) => `--project=${name}`)
const UNIT_PROJECTS = ['shared', 'api', 'league', 'backtest', 'tools', 'ui', 'shell']
/** Arguments that choose the unit tests of every package. */
export const UNIT: string[] = projects(UNIT_PROJECTS)
/** The vitest projects of the fast tier. */
export const FAST_PROJECTS = [...UNIT_PROJECTS, 'contract']
const vitestPart = (name: string, args: readonly string[] = projects([name])): Part => ({
  name,
  run: () => vitestSuite([...args], name),
})
const taskPart = (name: string): Part => ({ name, run: () => shortTask(name) })

const statics: Part[] = STATIC_CHECKS.map(([name, executable, args]) => ({
  name,
  async run() {
    const { code, output } = await command(executable, args)
    if (code !== 0) throw new Error(output)
    return ONE_PASSED
  },
}))

const build: Part = {
  name: 'build',
  async run() {
    await withLock(join(ROOT, '.pnpm-bin.lock'), 'another build in this folder', () =>
      buildAll({ log: (text) => process.stdout.write(`  ${text}\n`) }),
    )
    return ONE_PASSED
  },
}

const weights: Part = {
  name: 'weights',
  async run() {
    const rows = [...checkBundleSizes(), ...(await checkBuiltReleases())]
    for (const row of rows)
      process.stdout.write(
        `  ${row.ok ? 'ok  ' : 'OVER'} ${row.what}: ${row.value} ${row.unit} of ${row.budget}\n`,
      )
    const failed = rows.filter((row) => !row.ok).length
    return { passed: rows.length - failed, failed, skipped: 0, tests: [] }
  },
}

/** Checks that every row of `docs/requirements.md` is cited by a test that passed in this run. */
const checklist: Part = {
  name: 'checklist',
  async run(earlier) {
    const rows = [...readFileSync(REQUIREMENTS, 'utf8').matchAll(/^- ([SACNPHWDF]\d+): /gm)].map(
      ([, row = '']) => row,
    )
    const passed = earlier.flatMap(({ tests }) => tests).filter(({ outcome }) => outcome === 'passed')
    const cited = new Set(passed.flatMap(({ title }) => title.match(/\b[SACNPHWDF]\d{1,2}\b/g) ?? []))
    const missing = rows.filter((row) => !cited.has(row))
    process.stdout.write(`  ${rows.length - missing.length} of ${rows.length} rows are cited\n`)
    if (missing.length > 0) throw new Error(`no passed test cites ${missing.join(', ')}`)
    return ONE_PASSED
  },
}

/** The contract tests of which the fast tier runs some rounds or some cases (`tests/support/rounds.ts`). */
const shortenedTests = (): string[] =>
  globSync('tests/contract/**/*.test.ts', { cwd: ROOT, exclude: ['**/*.nightly.test.ts'] }).filter((file) =>
    /support\/rounds\.ts/.test(readFileSync(join(ROOT, file), 'utf8')),
  )

/** The contract tests with races and sweeps, whole. */
const repeats: Part = {
  name: 'repeats',
  run: () => vitestSuite(['--project=contract', ...shortenedTests()], 'repeats', { WHOLE_SWEEPS: '1' }),
}

/** Ships a remote with each example of `docs/examples`, from folders outside of this repository. */
const examples: Part = {
  name: 'examples',
  async run() {
    const kit = await command('node', ['tools/tasks/product/kit.ts'], { show: true })
    if (kit.code !== 0) throw new Error('the remote kit was not packed')
    return browserSuite(['--project=examples', '--workers=1'], 'e2e-examples')
  },
}

/** The main journeys in the installed browsers besides Chromium. Tests of a browser that is missing are skipped. */
const otherBrowsers: Part = {
  name: 'other-browsers',
  async run() {
    const { OTHER_BROWSERS } = await import('../../tests/support/other-browsers/installed.ts')
    for (const { name, missing } of OTHER_BROWSERS)
      if (missing) process.stdout.write(`  skipped in ${name}, which is not installed: ${missing}\n`)
    return browserSuite(['--project=other-browsers', '--workers=1'], 'e2e-other-browsers')
  },
}

/**
 * The stages of `npm test`, which CI also runs. Contract tests wait for the database and for timeouts most of the time,
 * and unit tests compute, so both together take little longer than either.
 */
export const FAST_TIER: readonly Stage[] = [
  [...statics, build],
  [weights, vitestPart('unit', UNIT), { name: 'contract', run: () => halvedSuite('contract') }],
  [{ name: 'browser', run: () => browserSuite(['--project=journeys']) }],
  [checklist],
]

/**
 * The stages that `npm run test:all` adds. Each part breaks or measures the whole product, so the parts run
 * one after another, except for the first two, which need one core each.
 */
export const NIGHTLY_TIER: readonly Stage[] = [
  [vitestPart('long'), repeats],
  [{ name: 'attacks', run: attackSuite }],
  [{ name: 'browser-nightly', run: () => browserSuite(['--project=nightly'], 'e2e-nightly') }],
  [examples],
  [otherBrowsers],
  [vitestPart('kills')],
  [vitestPart('scale')],
  [taskPart('load')],
  [taskPart('faults')],
  [taskPart('bench')],
]

async function runPart(part: Part, earlier: readonly PartResult[]): Promise<PartResult> {
  const begun = performance.now()
  let result: SuiteResult
  try {
    result = await part.run(earlier)
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : error}\n`)
    result = { passed: 0, failed: 1, skipped: 0, tests: [] }
  }
  const ended = {
    ...result,
    name: part.name,
    seconds: (performance.now() - begun) / 1000,
    rerun: `npm run test:all -- ${quoteName(part.name)}`,
  }
  process.stdout.write(`${partLine(ended)}\n`)
  return ended
}

const quoteName = (name: string): string => (name.includes(' ') ? `'${name}'` : name)

/**
 * Runs the stages in order and ends the process, with exit code 1 if anything failed. A failed part does not
 * stop the run, so that one run reports every failure.
 */
export async function runStages(stages: readonly Stage[]): Promise<never> {
  const begun = performance.now()
  const results: PartResult[] = []
  for (const stage of stages)
    results.push(...(await Promise.all(stage.map((part) => runPart(part, [...results])))))
  process.stdout.write(`${summaryOf(results, (performance.now() - begun) / 1000)}\n`)
  process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0)
}

/**
 * The stages reduced to the named parts, preceded by a build unless all of them are static checks.
 * @throws Error that lists the known parts when a name is unknown
 */
export function chooseParts(stages: readonly Stage[], names: readonly string[]): Stage[] {
  const available = stages.flat().map(({ name }) => name)
  const unknown = names.filter((name) => !available.includes(name))
  if (unknown.length > 0)
    throw new Error(`There is no part '${unknown.join("', '")}'; there are: ${available.join(', ')}`)
  if (names.length === 0) return [...stages]
  const needsBuild = names.some((named) => !statics.some(({ name }) => name === named))
  const chosen = needsBuild ? [build.name, ...names] : names
  return stages
    .map((stage) => stage.filter(({ name }) => chosen.includes(name)))
    .filter((stage) => stage.length > 0)
}
