import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAll } from '../../federation/build-apps.ts'
import { command } from '../../lib/command.ts'
import { withLock } from '../../lib/lock.mjs'
import { ROOT } from '../../start/start-settings.ts'
import {
  type Changes,
  type Choice,
  changedFiles,
  chooseReadingTests,
  chooseSpecs,
  isNightly,
  reasonOfVitest,
} from '../../test/affected-tests.ts'
import { addTally, closingLine, emptyTally, type Tally } from '../../test/report.ts'
import { browserSuite, vitestSuite } from '../../test/suites.ts'

const HELP = `npm run test:changed [-- options]

  --base REV   compare with this revision; by default with main, and on main with origin/main or the commit before
  --list       print what would run, and why
  --help       this text

Uncommitted and untracked files count as changed. Unit and contract tests are chosen by their imports, browser tests by
the table in tools/test/affected-tests.ts; npm test runs everything.
`

const print = (text: string) => process.stdout.write(`${text}\n`)

/** The unit and contract test files that import a changed file, as listed by vitest, by project. */
async function importingTests({ commit }: Changes): Promise<Map<string, string[]>> {
  const { code, output } = await command('vitest', ['list', '--filesOnly', `--changed=${commit}`])
  if (code !== 0) throw new Error(output)
  const projects = new Map<string, string[]>()
  for (const [, project = '', test = ''] of output.matchAll(/^\[([\w-]+)\] (\S+\.test\.tsx?)$/gm))
    if (!isNightly(test)) projects.set(project, [...(projects.get(project) ?? []), test])
  return projects
}

/** The contents of all source files below `tests`, by path from the root. */
function sourcesOfTests(): Map<string, string> {
  const files = readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((file) => `tests/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules/'))
  return new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
}

const printChoices = (choices: Choice[]) => {
  for (const { test, because } of choices) print(`  ${test} · ${because}`)
}

/** Builds the current sources and runs browser tests on them; a failed build counts as one failure. */
async function runSpecs(specs: Choice[]): Promise<Tally> {
  try {
    await withLock(join(ROOT, '.pnpm-bin.lock'), 'another build in this folder', () =>
      buildAll({ log: print }),
    )
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1, skipped: 0 }
  }
  // A spec may contain only nightly tests, hence `--pass-with-no-tests`.
  return browserSuite(['--project=journeys', '--pass-with-no-tests', ...specs.map(({ test }) => test)])
}

async function run({ base, list }: { base?: string | undefined; list: boolean }): Promise<void> {
  const changes = changedFiles(base)
  print(`files changed since ${changes.base} (${changes.commit.slice(0, 8)}): ${changes.files.length}`)
  const readers = chooseReadingTests(changes.files)
  const projects = await importingTests(changes)
  const tests = [...readers.map(({ test }) => test), ...[...projects.values()].flat()]
  const specs = chooseSpecs(changes.files, sourcesOfTests())

  const reason = reasonOfVitest(changes.files)
  print(tests.length > 0 ? 'unit and contract tests' : 'unit and contract tests: none is affected')
  printChoices(readers)
  for (const [project, files] of projects)
    if (list) printChoices(files.map((test) => ({ test, because: reason })))
    else print(`  project ${project} (${files.length}) · ${reason}`)
  print(specs.length > 0 ? 'browser tests' : 'browser tests: none is affected')
  printChoices(specs)
  if (list) return

  let sum = emptyTally()
  if (tests.length > 0) sum = addTally(sum, await vitestSuite(tests))
  if (specs.length > 0) sum = addTally(sum, await runSpecs(specs))
  print(`\n${closingLine(sum)}`)
  process.exitCode = sum.failed ? 1 : 0
}

try {
  const { values } = parseArgs({
    options: {
      base: { type: 'string' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) process.stdout.write(HELP)
  else await run(values)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
