// Runs the release commands that need no build without the workspace: an incident must not wait for an install, or
// fail for the lockfile of another remote. They use the installed packages of this folder as they are, or the few
// packages that they import, installed once into `.remote-bin`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../../lib/lock.mjs'

const COMMANDS = new Set(['rollback', 'promote', 'halt', 'retire', 'preview', 'list', 'token', 'developer'])

/**
 * Whether the arguments of `npm run remote` need neither an install nor a build of this workspace.
 * @param {string[]} args
 */
export function needsNoWorkspace(args) {
  const command = args.find((arg) => !arg.startsWith('-'))
  if (command === 'deploy') return args.some((arg) => arg === '--dist' || arg.startsWith('--dist='))
  return command !== undefined && COMMANDS.has(command)
}

/** The packages that the commands import at run time, by the folder whose package.json names their version. */
const PACKAGES = {
  '.': ['commander', 'zod'],
  shared: ['pure-rand', 'zod'],
  supabase: ['zod'],
}

const isInstalled = (root) =>
  existsSync(join(root, 'node_modules/@propsight/shared')) &&
  Object.entries(PACKAGES).every(([folder, names]) =>
    names.every((name) => existsSync(join(root, folder, 'node_modules', name, 'package.json'))),
  )

/** Versions of the packages, with those of the catalog. @returns {string[]} as `name@version` */
export function standalonePackages(root) {
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const found = new Map()
  for (const [folder, names] of Object.entries(PACKAGES)) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    )
    for (const name of names) {
      const version = { ...devDependencies, ...dependencies }[name]
      const pinned =
        version === 'catalog:' ? catalog.match(new RegExp(`^  ${name}: (\\S+)$`, 'm'))?.[1] : version
      if (!pinned) throw new Error(`${folder}/package.json names no version of ${name}`)
      found.set(name, pinned)
    }
  }
  return [...found].map(([name, version]) => `${name}@${version}`)
}

/** Node versions that run TypeScript files and have `module.registerHooks`. */
function runsTypeScript(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

/**
 * The node binary and its options for a command without the workspace.
 * @param {{ root: string, node24: string, say(text: string): void, step(title: string, command: string, args: string[]): void }} from
 * @returns {Promise<{ node: string, options: string[] }>}
 */
export async function prepareWithoutWorkspace({ root, node24, say, step }) {
  if (existsSync(node24) && isInstalled(root)) return { node: node24, options: [] }
  const home = join(root, '.remote-bin')
  const own = runsTypeScript(process.versions.node)
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const packages = [...standalonePackages(root), ...(own ? [] : [`node@${devDependencies.node}`])]
  const stamp = join(home, 'installed')
  await withLock(
    join(root, '.remote-bin.lock'),
    'another install of the release commands',
    () => {
      if (existsSync(stamp) && readFileSync(stamp, 'utf8') === packages.join('\n')) return
      mkdirSync(home, { recursive: true })
      const flags = ['--no-audit', '--no-fund', '--no-save', '--no-package-lock', '--loglevel=error']
      step('packages of the release commands', 'npm', ['install', '--prefix', home, ...flags, ...packages])
      writeFileSync(stamp, packages.join('\n'))
    },
    say,
  )
  return {
    node: own ? process.execPath : join(home, 'node_modules/node/bin/node'),
    options: ['--import', new URL('./resolve.mjs', import.meta.url).href],
  }
}
