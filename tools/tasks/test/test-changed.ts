import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildAll } from '../../federation/build-apps.ts'
import { withLock } from '../../lib/lock.mjs'
import { ROOT } from '../../start/start-settings.ts'
import { addTally, closingLine } from '../../test/report.ts'
import { browserSuite, vitestSuite } from '../../test/suites.ts'
import { FAST_PROJECTS } from '../../test/test-parts.ts'

const HELP = `npm run test:changed [-- options]

  --base REV   compare with this revision; by default with main, and on main with origin/main or the commit before
  --help       this text

Uncommitted and untracked files count as changed. vitest and Playwright choose the tests that import a changed file; the
main journeys run after any change of the product. Tests that read a file without importing it are not chosen: npm test
runs everything.
`

/** Any change of the product may break them: from settings to a saved pick, and the charged actions. */
const JOURNEYS = ['main-journey', 'picks-lifecycle', 'credits']
const PRODUCT = /^(api|league|remotes|shared|shell|supabase)\/.*(?<!\.test\.tsx?|\.md)$/

function git(...args: string[]): { ok: boolean; output: string } {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
  return { ok: status === 0, output: stdout?.trim() ?? '' }
}

/**
 * The commit to compare with: the merge base of HEAD and a revision. A branch is compared with `main`, and `main` with
 * `origin/main`; without a remote, with the previous commit.
 * @throws Error when this is not a git checkout, or the revision has no common ancestor with HEAD
 */
function findBase(revision: string | undefined): string {
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD').output
  const candidates = branch === 'main' ? ['origin/main', 'HEAD~1'] : ['main', 'origin/main', 'HEAD~1']
  const exists = (name: string) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).ok
  const base = revision ?? candidates.find(exists) ?? 'HEAD'
  const { ok, output } = git('merge-base', base, 'HEAD')
  if (!ok) throw new Error(`No commit to compare with: ${base} shares none with HEAD; try --base REV`)
  return output
}

async function run(revision: string | undefined): Promise<void> {
  const base = findBase(revision)
  const projects = FAST_PROJECTS.map((name) => `--project=${name}`)
  let sum = await vitestSuite(['--changed', base, '--passWithNoTests', ...projects])
  await withLock(join(ROOT, '.pnpm-bin.lock'), 'another build in this folder', () =>
    buildAll({ log: (text) => process.stdout.write(`${text}\n`) }),
  )
  const journeys = ['--project=journeys', '--pass-with-no-tests']
  const runSpecs = async (...choice: string[]) => {
    sum = { ...addTally(sum, await browserSuite([...journeys, ...choice])), tests: [] }
  }
  await runSpecs(`--only-changed=${base}`)
  const changed = git('diff', '--name-only', base).output.split('\n')
  const added = git('ls-files', '--others', '--exclude-standard').output.split('\n')
  if ([...changed, ...added].some((file) => PRODUCT.test(file))) await runSpecs(...JOURNEYS)
  process.stdout.write(`\n${closingLine(sum)}\n`)
  process.exitCode = sum.failed ? 1 : 0
}

try {
  const { values } = parseArgs({
    options: { base: { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) process.stdout.write(HELP)
  else await run(values.base)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
