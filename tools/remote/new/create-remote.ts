import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { Placement, RemoteDeclaration } from '@propsight/shared/contracts'
import { ROOT } from '../../federation/apps.ts'
import { buildEnvironment } from '../../lib/environment.ts'
import { withLock } from '../../lib/lock.mjs'
import type { CommandContext, CommandResult } from '../context.ts'
import { usage } from '../failure.ts'
import { createDeclaration, InvalidRemoteOptions, type NewRemote } from './declaration.ts'

/** Offline: a new remote needs only packages that are already installed. */
const OFFLINE = ['install', '--offline', '--no-frozen-lockfile', '--reporter=append-only']

function pnpm(root: string, args: string[]): Promise<string> {
  const bin = join(root, '.pnpm-bin/node_modules/.bin', process.platform === 'win32' ? 'pnpm.cmd' : 'pnpm')
  if (!existsSync(bin))
    return Promise.reject(new Error('pnpm is not installed yet: any `npm run` of the root installs it'))
  return new Promise((resolve, reject) => {
    const child = spawn(bin, args, {
      cwd: root,
      env: buildEnvironment(),
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(output.trim()))))
  })
}

/**
 * Links a new package of the workspace and records it in the lockfile, without a network.
 * @throws Error with pnpm's output
 */
export const linkPackages = (root: string): Promise<void> =>
  withLock(join(root, '.pnpm-bin.lock'), 'another install in this folder', async () => {
    await pnpm(root, OFFLINE)
  })

const TEMPLATE = join(import.meta.dirname, 'template')

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
/** A list on one line, as the formatter writes short lists. */
const oneLine = (values: readonly string[]): string =>
  `[${values.map((value) => JSON.stringify(value)).join(', ')}]`

const packageJson = (name: string): string =>
  json({
    name: `@propsight/${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: {
      build: 'rsbuild build',
      dev: 'node --disable-warning=ExperimentalWarning ../../tools/harness/src/server/main.ts',
    },
    dependencies: {
      '@propsight/shared': 'workspace:*',
      '@tanstack/react-query': 'catalog:',
      react: 'catalog:',
      'react-dom': 'catalog:',
    },
    devDependencies: { '@propsight/harness': 'workspace:*', '@rsbuild/core': 'catalog:' },
  })

function remoteJson(declaration: RemoteDeclaration): string {
  const text = json(declaration)
  const { placement } = declaration
  return placement.mount === 'page'
    ? text.replace(/"paths": \[[^\]]*\]/, `"paths": ${oneLine(placement.paths)}`)
    : text
}

const RSBUILD_CONFIG = `import { defineRemoteConfig } from '../../tools/federation/remote-config.ts'

export default defineRemoteConfig(import.meta.dirname)
`

/**
 * The files of the template by their path in the remote. An overlay's App is in a dialog and has no heading.
 */
function templateFiles(mount: Placement['mount']): Map<string, string> {
  const source = join(TEMPLATE, 'src')
  const files = new Map(
    readdirSync(source, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`src/${relative(source, file).split(sep).join('/')}`, readFileSync(file, 'utf8')]),
  )
  if (mount === 'overlay') {
    const app = readFileSync(join(TEMPLATE, 'overlay/app.tsx'), 'utf8')
    files.set('src/app/app.tsx', app.replaceAll("'../src/", "'../"))
  }
  return files
}

/** Every file of a new remote, by its path in the remote's folder. */
export function remoteFiles(declaration: RemoteDeclaration): Map<string, string> {
  const { name, contract, placement } = declaration
  const files = new Map([
    ['package.json', packageJson(name)],
    ['remote.json', remoteJson(declaration)],
    ['rsbuild.config.ts', RSBUILD_CONFIG],
  ])
  for (const [file, text] of templateFiles(placement.mount)) {
    const content = text
      .replaceAll('__name__', name)
      .replaceAll('__title__', placement.title)
      .replaceAll("contract: '1.0'", `contract: '${contract}'`)
    files.set(file, content)
  }
  return files
}

export interface CreateRemoteOptions extends NewRemote {
  /** Root of the workspace. */
  root: string
  /** Links the new package; by default pnpm in offline mode. */
  link?: (root: string) => Promise<void>
}

export interface CreatedRemote {
  declaration: RemoteDeclaration
  folder: string
  /** Relative to the folder. */
  files: string[]
}

/**
 * Creates a remote that builds, runs alone, has a test and is shown in the shell, then links its package. The
 * folder is created atomically; an existing folder is never written to.
 * @throws InvalidRemoteOptions when the name, path or title is taken or invalid; then nothing was written
 * @throws Error with pnpm's output when linking fails; the folder is kept, and the message names the command
 *   to run
 */
export async function createRemote(options: CreateRemoteOptions): Promise<CreatedRemote> {
  const { root, link = linkPackages } = options
  const declaration = createDeclaration(options, root)
  const { name } = declaration
  const folder = join(root, 'remotes', name)
  // Below node_modules, so that pnpm does not treat it as a package of the workspace.
  const aside = join(root, 'node_modules', `.new-${name}-${process.pid}`)
  const files = remoteFiles(declaration)
  try {
    for (const [file, text] of files) {
      mkdirSync(dirname(join(aside, file)), { recursive: true })
      writeFileSync(join(aside, file), text, { flag: 'wx' })
    }
    if (existsSync(folder))
      throw new InvalidRemoteOptions(`remotes/${name} is there already; nothing was written`)
    renameSync(aside, folder)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  try {
    await link(root)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `remotes/${name} is written, but its package could not be linked. Run .pnpm-bin/node_modules/.bin/pnpm install\n${why}`,
      { cause: error },
    )
  }
  return { declaration, folder, files: [...files.keys()] }
}

/**
 * Creates a remote from the template in this workspace.
 * @throws CommandFailure usage when the name, path or title is taken or invalid; then nothing was written
 */
export async function create(
  { progress }: CommandContext,
  { name, mount, path, title }: NewRemote,
): Promise<CommandResult> {
  try {
    const { declaration, files } = await progress.step('written and linked', () =>
      createRemote({ name, mount, path, title, root: ROOT }),
    )
    return {
      document: { name, folder: `remotes/${name}`, declaration, files },
      text: `
  remotes/${name} is there: ${files.length} files, beginning with remote.json and src/app/app.tsx

    alone, with scripted answers   pnpm --filter @propsight/${name} dev
    in the shell, with hot edits   npm run dev
    its tests                      npm run unit -- remotes/${name}
    every check of a deploy        npm run remote -- doctor ${name}
    live                           npm run remote -- deploy ${name}

  Commit remotes/${name} together with pnpm-lock.yaml.
`,
    }
  } catch (error) {
    if (error instanceof InvalidRemoteOptions) throw usage(error.message)
    throw error
  }
}
