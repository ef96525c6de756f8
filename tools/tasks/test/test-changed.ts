import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAll } from '../../federation/build-apps.ts'
import { withLock } from '../../lib/lock.mjs'
import { ROOT } from '../../start/start-settings.ts'
import { changedFiles, chooseSpecs, chooseTests } from '../../test/affected-tests.ts'
import { readModuleGraph } from '../../test/code-structure.ts'
import { addTally, closingLine, emptyTally, type Tally } from '../../test/report.ts'
import { browserSuite, vitestSuite } from '../../test/suites.ts'

const HELP = `npm run test:changed [-- options]

  --base REV   compare with this revision; by default with main, and on main with origin/main or the commit before
  --list       print what would run
  --help       this text

Uncommitted and untracked files count as changed. tools/test/affected-tests.ts says how tests are chosen; npm test runs
everything.
`

const print = (text: string) => process.stdout.write(`${text}\n`)
const printList = (what: string, tests: readonly string[]) =>
  print([`${what}: ${tests.length}`, ...tests.map((test) => `  ${test}`)].join('\n'))

/** Builds the current sources and runs browser tests on them; a failed build counts as one failure. */
async function runSpecs(specs: readonly string[]): Promise<Tally> {
  try {
    await withLock(join(ROOT, '.pnpm-bin.lock'), 'another build in this folder', () =>
      buildAll({ log: print }),
    )
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1, skipped: 0 }
  }
  // A spec may contain only nightly tests, hence `--pass-with-no-tests`.
  return browserSuite(['--project=journeys', '--pass-with-no-tests', ...specs])
}

async function run({ base, list }: { base?: string | undefined; list: boolean }): Promise<void> {
  const changes = changedFiles(base)
  print(`files changed since ${changes.base} (${changes.commit.slice(0, 8)}): ${changes.files.length}`)
  const graph = readModuleGraph()
  const tests = chooseTests(changes.files, graph)
  const specs = chooseSpecs(changes.files, graph)
  printList('unit and contract tests', tests)
  printList('browser tests', specs)
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
