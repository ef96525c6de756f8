import { spawnSync } from 'node:child_process'
import { ROOT } from '../start/start-settings.ts'
import type { ModuleGraph } from './module-graph.ts'

/** The tests that a change affects: by imports, and by the tables below where a test reads or runs a file. */

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
 * The revision to compare with. A branch is compared with `main`, and `main` with `origin/main`; without a
 * remote, with the previous commit.
 * @param branch the current branch, or `HEAD` when none is checked out
 * @param exists whether a revision exists
 */
export function chooseBase(branch: string, exists: (revision: string) => boolean): string {
  const candidates = branch === 'main' ? ['origin/main', 'HEAD~1'] : ['main', 'origin/main', 'HEAD~1']
  return candidates.find(exists) ?? 'HEAD'
}

type Rule = readonly [folder: string, tests: readonly string[]]

/** The unit and contract tests that read or run files without importing them, by the folder of these files. */
export const READING_TESTS: readonly Rule[] = [
  ['supabase/migrations', ['supabase/src', 'tests/contract/supabase']],
  ['supabase/schemas', ['tests/contract/supabase/database', 'shell/src/features/legal']],
  ['supabase/README.md', ['tests/contract/supabase/database']],
  ['api/src/server', ['api/src/server']],
  ['api/src/main.ts', ['api/src/server']],
  ['league/src/main.ts', ['league/src/main.test.ts']],
  ['tools/remote', ['tools/remote', 'tests/contract/remote-command']],
  ['tools/backup', ['tests/contract/backup']],
  ['tools/tasks/product', ['tests/contract/backup']],
  ['docs/operations.md', ['tests/contract/operations']],
  ['docs/security/asvs.md', ['tests/contract/security']],
  ['docs/configuration.md', ['api/src/platform/config']],
  ['docs/requirements.md', ['tools/test/test-parts.test.ts']],
  ['docs/remotes.md', ['tools/remote/text']],
  ['docs/remotes', ['tools/remote/text']],
]

const E2E = 'tests/e2e/'
/** The main journey, from settings to a saved pick, and the charged actions: any change of the product may break them. */
const JOURNEYS = ['main-journey', 'picks-lifecycle', 'credits']
const PRODUCT = /^(api|league|remotes|shared|shell|supabase)\//
/** Files that every browser test depends on. */
const EVERYTHING = /^(pnpm-lock\.yaml|tests\/playwright\.config\.ts|tests\/support\/global-setup\.ts)$/

const isIn = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`)
const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file)
/** Tests and their helpers. A change of one affects only the tests that import it. */
const isTestCode = (file: string): boolean => isTest(file) || file.includes('/testing/')

/** Whether a test is nightly: only `npm run test:all` runs it. */
export const isNightly = (test: string): boolean =>
  test.startsWith('tests/nightly/') || test.endsWith('.nightly.test.ts')

/** The files that import one of some files, directly or indirectly, and these files. */
function importersOf(graph: ModuleGraph, files: readonly string[]): ReadonlySet<string> {
  const importers = new Map<string, string[]>()
  for (const [importer, imports] of graph)
    for (const { file } of imports) importers.set(file, [...(importers.get(file) ?? []), importer])
  const reached = new Set(files)
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer)
  return reached
}

/**
 * The unit and contract tests, as files and folders, that import a changed file or read one.
 * An import through a barrel counts for the module that declares the imported name, unlike for vitest.
 */
export function chooseTests(changed: readonly string[], graph: ModuleGraph): string[] {
  const importing = [...importersOf(graph, changed)].filter(
    (file) => /\.test\.tsx?$/.test(file) && graph.has(file) && !isNightly(file),
  )
  const reading = changed
    .filter((file) => !isTestCode(file))
    .flatMap((file) => READING_TESTS.filter(([folder]) => isIn(file, folder)).flatMap(([, tests]) => tests))
  return [...new Set([...reading, ...importing])].sort()
}

/**
 * The browser specs that import a changed helper, those named like a changed remote or feature of the shell, and the
 * main journeys for any change of the product. Imports of packages are not followed: specs test the built page.
 */
export function chooseSpecs(changed: readonly string[], graph: ModuleGraph): string[] {
  const specs = [...graph.keys()].filter((file) => file.startsWith(E2E) && file.endsWith('.spec.ts'))
  const importers = importersOf(
    graph,
    changed.filter((file) => file.startsWith('tests/')),
  )
  const product = changed.filter((file) => PRODUCT.test(file) && !isTestCode(file) && !file.endsWith('.md'))
  const names = product.flatMap(
    (file) => /^(?:remotes|shell\/src\/features)\/([^/]+)\//.exec(file)?.[1] ?? [],
  )
  if (product.some((file) => file.startsWith('shell/src/loader/'))) names.push('federation')
  const isChosen = (spec: string) =>
    importers.has(spec) ||
    changed.some((file) => EVERYTHING.test(file)) ||
    names.some((name) => spec.startsWith(E2E + name)) ||
    (product.length > 0 && JOURNEYS.some((name) => spec === `${E2E}${name}.spec.ts`))
  return specs.filter(isChosen).sort()
}
