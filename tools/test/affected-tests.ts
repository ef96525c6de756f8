import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path/posix'
import { ROOT } from '../start/start-settings.ts'

export interface Changes {
  /** The name of the revision that was compared with. */
  base: string
  /** The merge base of that revision and HEAD. */
  commit: string
  /** Paths relative to the root, including removed files. */
  files: string[]
}

function git(args: string[]): { ok: boolean; output: string; error: string } {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (error) throw new Error(`git: ${error.message}`)
  return { ok: status === 0, output: stdout.trim(), error: stderr.trim() }
}

const list = (args: string[]): string[] => {
  const { ok, output, error } = git(args)
  if (!ok) throw new Error(`git ${args.join(' ')}: ${error}`)
  return output.split('\0').filter(Boolean)
}

/**
 * The files that differ between the working tree (including uncommitted and untracked files) and the merge
 * base of HEAD and the base revision.
 * @param revision the base; by default chosen by `chooseBase`
 * @throws Error when this is not a git checkout, or the revision has no common ancestor with HEAD
 */
export function changedFiles(revision?: string): Changes {
  const exists = (name: string) => git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]).ok
  const base = revision ?? chooseBase(git(['rev-parse', '--abbrev-ref', 'HEAD']).output, exists)
  const { ok, output: commit, error } = git(['merge-base', base, 'HEAD'])
  if (!ok)
    throw new Error(`No commit to compare with: ${error || `${base} shares none with HEAD`}; try --base REV`)
  const files = new Set([
    ...list(['diff', '--name-only', '--no-renames', '-z', commit]),
    ...list(['ls-files', '--others', '--exclude-standard', '-z']),
  ])
  return { base, commit, files: [...files].sort() }
}

/**
 * A test file or folder, and the changed file that is the reason for its choice. Paths are relative to the
 * root.
 */
export interface Choice {
  test: string
  because: string
}

type Rule = readonly [folder: string, tests: readonly string[]]

const E2E = 'tests/e2e/'
/**
 * The main journey, from settings to a saved pick, and the charged actions: any change behind the page may break
 * them.
 */
const JOURNEYS = ['main-journey', 'picks-lifecycle', 'credits']
const FRAME = ['main-journey', 'header', 'account-switching', 'federation-second-origin']

/**
 * The specs of `tests/e2e` to run for a changed folder; the import graph does not show them. The first row
 * whose folder contains the changed file applies. A name that ends with `*` selects every spec with that
 * prefix. A remote or a feature of the shell without a row gets the specs that begin with its name
 * (`specsOf`).
 */
export const SPECS_BY_FOLDER: readonly Rule[] = [
  ['remotes/analysis', ['analysis*', 'main-journey']],
  ['remotes/picks', ['picks*', 'main-journey']],
  ['shell/src/features/federation-panel', ['federation-second-origin', 'override']],
  ['shell/src/features/new-password', ['mail-links', 'sign-in']],
  ['shell/src/features/offline', ['account-unreachable-server', 'main-journey']],
  ['shell/src/features/pages', ['pricing*', 'scanner*', 'legal*']],
  ['shell/src/features/rights', ['account*']],
  ['shell/src/features/session', ['sessions', 'account-switching', 'sign-in']],
  ['shell/src/features/sign-in', ['sign-*', 'mail-links', 'access-codes']],
  ['shell/src/loader', ['federation*', 'security-hostile-remote', 'shell-lazy-chunks', 'override']],
  ['shell', FRAME],
  ['shared/src/ui', [...FRAME, 'design-system', 'a11y-coverage']],
  [
    'shared/src/release',
    ['federation-deploy-rollback', 'federation-third-party', 'federation-object-storage'],
  ],
  ['shared', JOURNEYS],
  ['api', JOURNEYS],
  ['supabase', JOURNEYS],
  ['league/src/replay', ['replayed-season', 'main-journey']],
  ['league/src/weather', ['weather', 'main-journey']],
  ['league', JOURNEYS],
  ['tools/harness', ['dev-harness', 'a11y-coverage']],
  ['tools/federation', ['federation-second-origin', 'federation-deploy-rollback', 'dev-harness', 'override']],
  ['tools/remote', ['federation-deploy-rollback']],
  ['tests/fixtures/third-party', ['federation-third-party']],
  ['tests/support/global-setup.ts', ['*']],
  ['tests/playwright.config.ts', ['*']],
  ['pnpm-lock.yaml', ['*']],
]

/**
 * The unit and contract tests that read or run files without importing them, by the folder of these files.
 */
export const READING_TESTS: readonly Rule[] = [
  ['supabase/migrations', ['supabase/src', 'tests/contract/supabase']],
  ['supabase/schemas', ['tests/contract/supabase/database', 'shell/src/features/legal']],
  ['supabase/README.md', ['tests/contract/supabase/database']],
  ['api/src/server', ['api/src/server']],
  ['api/src/main.ts', ['api/src/server']],
  ['league/src/main.ts', ['league/src/main.test.ts']],
  ['tools/remote', ['tools/remote', 'tests/contract/remote-command']],
  ['tools/backup', ['tests/contract/backup']],
  ['tools/tasks/product/backup.ts', ['tests/contract/backup']],
  ['tools/tasks/product/restore.ts', ['tests/contract/backup']],
  ['docs/operations.md', ['tests/contract/operations']],
  ['docs/security/asvs.md', ['tests/contract/security']],
  ['docs/configuration.md', ['api/src/platform/config']],
  ['api/src/platform/config', ['api/src/platform/config']],
  ['docs/requirements.md', ['tools/test/test-parts.test.ts']],
  ['docs/remotes.md', ['tools/remote/text']],
  ['docs/remotes/http.md', ['tools/remote/text']],
]

const isIn = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`)
/** Whether a file is a test or a test helper. A change of one affects only the tests that import it. */
const isTestCode = (file: string): boolean => /\.(test|spec)\.tsx?$|\/testing\//.test(file)

/** The names of specs for a changed file, possibly with `*` at the end as in the table. */
function specsOf(file: string): readonly string[] {
  if (isTestCode(file) || file.endsWith('.md')) return []
  const rule = SPECS_BY_FOLDER.find(([folder]) => isIn(file, folder))
  const feature = /^shell\/src\/features\/([^/]+)\//.exec(file)?.[1]
  if (feature && rule?.[0] === 'shell') return [`${feature}*`, 'main-journey']
  const remote = /^remotes\/([^/]+)\//.exec(file)?.[1]
  if (remote && !rule) return [`${remote}*`, 'main-journey']
  return rule?.[1] ?? []
}

const matches = (spec: string, name: string): boolean =>
  name.endsWith('*') ? spec.startsWith(E2E + name.slice(0, -1)) : spec === `${E2E}${name}.spec.ts`

/** One choice per test, with the first changed file that selected it and the number of further ones. */
function group(reasons: Map<string, string[]>): Choice[] {
  return [...reasons].sort().map(([test, [first = '', ...more]]) => {
    const cause = first === test ? 'the file itself' : first
    return { test, because: more.length > 0 ? `${cause} and ${more.length} more` : cause }
  })
}

/** A changed file of `tests` and every file that imports it, directly or indirectly. */
function importersOf(changed: string, sources: ReadonlyMap<string, string>): Set<string> {
  const affected = new Set([changed])
  for (const file of affected)
    for (const [importer, source] of sources)
      if (importsOf(importer, source).includes(file)) affected.add(importer)
  return affected
}

const importsOf = (file: string, source: string): string[] =>
  [...source.matchAll(/(?:from|import|import\() *'(\.[^']+)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  )

/**
 * The browser specs to run: those that import a changed file of `tests`, and those that the table lists for
 * changed sources. Imports of packages are not followed: nearly every spec imports contracts, but tests the
 * built page.
 * @param changed files that differ from the base
 * @param sources contents of the files of `tests`, specs included, by path
 */
export function chooseSpecs(changed: readonly string[], sources: ReadonlyMap<string, string>): Choice[] {
  const specs = [...sources.keys()].filter((path) => path.startsWith(E2E) && path.endsWith('.spec.ts'))
  const reasons = new Map<string, string[]>()
  for (const file of changed) {
    const names = specsOf(file)
    const importers = file.startsWith('tests/') ? importersOf(file, sources) : new Set<string>()
    for (const spec of specs)
      if (importers.has(spec) || names.some((name) => matches(spec, name)))
        reasons.set(spec, [...(reasons.get(spec) ?? []), file])
  }
  return group(reasons)
}

/** The unit and contract tests that read or run a changed file, as files and folders. */
export function chooseReadingTests(changed: readonly string[]): Choice[] {
  const reasons = new Map<string, string[]>()
  for (const file of changed.filter((path) => !isTestCode(path)))
    for (const [folder, tests] of READING_TESTS)
      if (isIn(file, folder))
        for (const test of tests) reasons.set(test, [...(reasons.get(test) ?? []), file])
  return group(reasons)
}

/**
 * The reason for vitest's choice of unit and contract tests: imports of changed files, or a file that selects
 * all.
 */
export function reasonOfVitest(changed: readonly string[]): string {
  const trigger = changed.find((file) => /(^|\/)(package\.json|(vitest|vite)\.config\.\w+)$/.test(file))
  return trigger ? `${trigger} concerns every test` : 'imports a changed file'
}

/** Whether a test is nightly: only `npm run test:all` runs it. */
export const isNightly = (test: string): boolean =>
  test.startsWith('tests/nightly/') || test.endsWith('.nightly.test.ts')

/**
 * The revision to compare with. A branch is compared with `main`, and `main` with `origin/main`; without a
 * remote, with the previous commit.
 * @param branch the current branch, or `HEAD` when none is checked out
 * @param exists whether a revision exists
 */
export function chooseBase(branch: string, exists: (revision: string) => boolean): string {
  const candidates = branch === 'main' ? ['origin/main', 'HEAD~1'] : ['main', 'origin/main', 'HEAD~1']
  return candidates.find(exists) ?? 'HEAD'
}
