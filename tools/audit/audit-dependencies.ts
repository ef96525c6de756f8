import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { ROOT } from '../start/start-settings.ts'

/**
 * The result of one audit of the dependencies; `skipped` when it could not run, which does not count as
 * passed.
 */
export interface Finding {
  what: string
  state: 'passed' | 'failed' | 'skipped'
  words: string
}

const MOST_SHOWN = 8

/** @param wrong the problems, each in a few words; none means passed */
export const findingOf = (what: string, good: string, wrong: readonly string[]): Finding =>
  wrong.length === 0
    ? { what, state: 'passed', words: good }
    : { what, state: 'failed', words: `${wrong.length}: ${wrong.slice(0, MOST_SHOWN).join('; ')}` }

const PNPM = join(ROOT, '.pnpm-bin/node_modules/.bin/pnpm')
const LIMIT_MS = 60_000
const WHAT = 'known vulnerabilities of production dependencies'
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
const answerSchema = z.object({
  advisories: z.record(
    z.string(),
    z.object({ module_name: z.string(), severity: z.string(), title: z.string() }),
  ),
})

const askRegistry = (): string =>
  spawnSync(PNPM, ['audit', '--prod', '--json'], { cwd: ROOT, encoding: 'utf8', timeout: LIMIT_MS }).stdout

/**
 * Asks the registry for advisories about the production dependencies; `skipped` when the registry does not
 * answer.
 * @param ask returns the answer of the registry, for tests
 */
export function auditAdvisories(ask = askRegistry): Finding {
  const answer = answerSchema.safeParse(jsonOf(ask()))
  if (!answer.success)
    return {
      what: WHAT,
      state: 'skipped',
      words: 'not checked: the registry’s advisory service did not answer',
    }
  const wrong = Object.values(answer.data.advisories).map(
    (one) => `${one.module_name}: ${one.severity}, ${one.title}`,
  )
  return findingOf(WHAT, 'none', wrong)
}

/**
 * The exit code of an audit: 1 for a problem, 2 if there is none but an audit could not run, which is not the same as
 * passed.
 */
export function exitCodeOf(findings: readonly Pick<Finding, 'state'>[]): 0 | 1 | 2 {
  if (findings.some(({ state }) => state === 'failed')) return 1
  return findings.some(({ state }) => state === 'skipped') ? 2 : 0
}

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.unknown().optional(),
  licenses: z.unknown().optional(),
  scripts: z.record(z.string(), z.unknown()).optional(),
})
interface Manifest extends z.infer<typeof manifestSchema> {
  folder: string
}

/** Licences that allow use and distribution without publishing the product's source. */
const PERMISSIVE =
  /\b(MIT(-0)?|ISC|0?BSD(-[23]-Clause)?|Apache-2\.0|CC0-1\.0|CC-BY-[34]\.0|BlueOak-1\.0\.0|Unlicense|Python-2\.0|Zlib|OFL-1\.1|PostgreSQL|WTFPL|AFL-2\.1|Public Domain|MPL-2\.0)\b/
/** Licence of libraries that are linked unmodified and shipped separately from the product. */
const LINKED = /\bLGPL-3\.0/
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']

/** The manifests of all installed packages. */
function installed(): Manifest[] {
  const store = join(ROOT, 'node_modules/.pnpm')
  const found = new Map<string, Manifest>()
  for (const entry of readdirSync(store)) {
    const folder = join(store, entry, 'node_modules')
    if (!existsSync(folder)) continue
    // The entry `@a+b@1.0.0_peers` holds the package `@a/b`; its siblings are links to other packages.
    const name = entry.replace(/^(@[^+]+)\+/, '$1/').replace(/(?<=.)@.*$/, '')
    const file = join(folder, name, 'package.json')
    if (!existsSync(file)) continue
    const manifest = manifestSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
    if (manifest)
      found.set(`${manifest.name}@${manifest.version}`, { ...manifest, folder: join(folder, name) })
  }
  return [...found.values()]
}

/** Number of characters of a licence text that identify the licence. */
const HEAD_CHARS = 200

/** The licence of the manifest, else the beginning of the package's licence file. */
function licenceOf({ license, licenses, folder }: Manifest): string {
  const declared = license ?? licenses
  if (declared !== undefined) return typeof declared === 'string' ? declared : JSON.stringify(declared)
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  return file ? readFileSync(join(folder, file), 'utf8').slice(0, HEAD_CHARS) : 'none'
}

/**
 * Audits the licences of all installed packages, and whether each install script is allowed or refused
 * explicitly.
 */
export function auditInstalled(): Finding[] {
  const all = installed()
  const named = (one: Manifest, more: string) => `${one.name} ${one.version}: ${more}`
  const wrong = all.filter((one) => !PERMISSIVE.test(licenceOf(one)) && !LINKED.test(licenceOf(one)))
  const settings = readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8')
  const builds = settings.split(/^allowBuilds:$/m)[1]?.split(/^\S/m)[0] ?? ''
  const decided = new Set(
    [...builds.matchAll(/^ {2}"?([^"\s]+?)"?: (true|false)$/gm)].map(([, name]) => name),
  )
  const running = [...builds.matchAll(/^ {2}"?([^"\s]+?)"?: true$/gm)].map(([, name]) => name)
  const withScripts = all.filter(({ scripts }) =>
    INSTALL_SCRIPTS.some((name) => scripts?.[name] !== undefined),
  )
  const undecided = withScripts.filter(({ name }) => !decided.has(name))
  return [
    findingOf(
      'licences',
      `${all.length} packages, all permissive or linked`,
      wrong.map((one) => named(one, licenceOf(one))),
    ),
    findingOf(
      'install scripts',
      `${withScripts.length} packages have one, ${running.join(', ')} may run it`,
      undecided.map((one) => named(one, 'its install script is neither allowed nor refused')),
    ),
  ]
}

const PACKAGE = /^ {2}'?(@?[^\s'@]+@[^\s'()]+)'?:$/
const INTEGRITY = /integrity: (sha512-[A-Za-z0-9+/]{86}==)/
/** A source other than the registry, or the address of a registry. */
const ELSEWHERE = /\b(tarball|git\+|git@|https?:\/\/)/

/**
 * Audits the lockfile: every package has a sha512 hash, and none is fetched from a URL.
 * @param text the content of pnpm-lock.yaml
 */
export function auditLockfile(text: string): Finding[] {
  const packages = text.split(/^packages:$/m)[1]?.split(/^snapshots:$/m)[0] ?? ''
  const blocks = packages
    .split(/\n(?= {2}\S)/)
    .filter((block) =>
      PACKAGE.test(block.trimStart().split('\n')[0] ? `  ${block.trim().split('\n')[0]}` : ''),
    )
  const nameOf = (block: string) => block.trim().split('\n')[0] ?? ''
  const unsealed = blocks.filter((block) => !INTEGRITY.test(block)).map(nameOf)
  const lines = text.split('\n').filter((line) => ELSEWHERE.test(line) && !/deprecated:|engines:/.test(line))
  return [
    findingOf(
      'lockfile: every package has its hash',
      `${blocks.length} packages by sha512`,
      blocks.length ? unsealed : ['no package was found'],
    ),
    findingOf(
      'lockfile: no package from a URL',
      'all packages are from the registry',
      lines.map((line) => line.trim().slice(0, 100)),
    ),
  ]
}

/** Runs every audit of the dependencies. */
export const auditAll = async (): Promise<Finding[]> => [
  auditAdvisories(),
  ...auditInstalled(),
  ...auditLockfile(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')),
]
