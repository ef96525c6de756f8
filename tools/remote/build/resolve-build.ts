import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import {
  entryOf,
  MAX_RELEASE_BYTES,
  MAX_RELEASE_FILES,
  type RemoteDeclaration,
  releaseVersionSchema,
  remoteDeclarationSchema,
  SHELL_RELEASE_NAME,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import { type App, filesOf, findApps, ROOT, readRelease } from '../../federation/apps.ts'
import { resolveTypedPath } from '../../lib/environment.ts'
import { withLock } from '../../lib/lock.mjs'
import type { CommandContext, CommandResult } from '../context.ts'
import { commandLine, failed, usage } from '../failure.ts'
import { kilobytes } from '../text/format.ts'

/** A built folder in memory, ready to be checked and uploaded. */
export interface BuiltRelease {
  name: string
  version: string
  /** remote.json; null for the shell. */
  declaration: RemoteDeclaration | null
  files: Map<string, Uint8Array>
  /** The shell's first-paint files; undefined for a remote, whose manifest names them. */
  preload: string[] | undefined
  /** Path of the folder, for output. */
  folder: string
}

/**
 * Reads every file of a built folder that belongs to its release.
 * @param leaveOut pattern of the paths to exclude
 * @throws CommandFailure when the folder is empty or exceeds the limits of a release
 */
export function readFiles(dist: string, leaveOut?: RegExp): Map<string, Uint8Array> {
  const paths = filesOf(dist).filter((path) => !leaveOut?.test(path))
  if (paths.length === 0) throw failed(`${dist} holds no files`)
  if (paths.length > MAX_RELEASE_FILES)
    throw failed(`${dist} holds ${paths.length} files; a release has at most ${MAX_RELEASE_FILES}`)
  const bytes = paths.reduce((sum, path) => sum + lstatSync(join(dist, path)).size, 0)
  if (bytes > MAX_RELEASE_BYTES)
    throw failed(
      `${dist} holds ${Math.ceil(bytes / 1_000_000)} MB; a release has at most ${MAX_RELEASE_BYTES / 1_000_000}`,
    )
  return new Map(paths.map((path) => [path, readFileSync(join(dist, path))]))
}

/** A package in a workspace often has no version; the hash of the files distinguishes its releases. */
const packageJson = z.object({ version: z.string().default('0.0.0') })
const DECLARATION = 'remote.json'
/** Files that are not part of a release: hidden files, and the declaration, which is sent separately. */
const EXCLUDED = /(^|\/)\.|^remote\.json$/

const readJson = (file: string, what: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw usage(`${what} ${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

function readDeclaration(file: string, name: string): RemoteDeclaration {
  const parsed = remoteDeclarationSchema.safeParse(readJson(file, 'the declaration'))
  if (!parsed.success) throw usage(`${file} is not a declaration:\n${z.prettifyError(parsed.error)}`)
  if (parsed.data.name !== name) throw usage(`${file} declares '${parsed.data.name}', not '${name}'`)
  return parsed.data
}

/** The version of the nearest package.json, in the folder or above it. */
function packageVersion(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, 'package.json')
    if (existsSync(file)) {
      const parsed = packageJson.safeParse(readJson(file, 'the package'))
      if (!parsed.success) throw usage(`the version in ${file} is not a text; give one with --version`)
      return parsed.data.version.replace(/\+.*$/, '').toLowerCase()
    }
    if (at === dirname(at))
      throw usage(`no package.json in or above ${folder} names the package; give a version with --version`)
  }
}

/** 8 hex digits of a hash over every path and its content, so that equal content gives the same release. */
function contentHash(files: ReadonlyMap<string, Uint8Array>): string {
  const hash = createHash('sha256')
  for (const [path, bytes] of files) hash.update(`${path}\0${bytes.length}\0`).update(bytes)
  return hash.digest('hex').slice(0, 8)
}

/**
 * Reads a folder built by any bundler, with its remote.json (by default in the folder or next to it). The
 * version is `--version`, else the one in the release.json of a workspace build, else the package's with a
 * hash of the content.
 * @throws CommandFailure usage when something is missing or inconsistent
 */
export function readExternalBuild(options: {
  name: string
  dist: string
  declaration?: string | undefined
  version?: string | undefined
}): BuiltRelease {
  const { name } = options
  const dist = resolve(options.dist)
  if (!statSync(dist, { throwIfNoEntry: false })?.isDirectory())
    throw usage(`--dist: there is no folder ${dist}`)
  const release = readRelease(dist)
  const workspaceRelease = release?.name === name ? release : null
  const shell = name === SHELL_RELEASE_NAME
  const defaultFile = [join(dist, DECLARATION), join(dirname(dist), DECLARATION)].find((file) =>
    existsSync(file),
  )
  const file = options.declaration === undefined ? defaultFile : resolve(options.declaration)
  if (!shell && file === undefined)
    throw usage(`neither ${dist} nor the folder above has a ${DECLARATION}; name it with --declaration`)
  const declaration = shell || file === undefined ? null : readDeclaration(file, name)
  const entry = entryOf(declaration)
  if (!existsSync(join(dist, entry))) throw usage(`${dist} has no ${entry}: is it the folder that was built?`)

  // The files of a workspace build are read completely, so that its version always means the same content.
  const files = readFiles(dist, workspaceRelease ? undefined : EXCLUDED)
  const version =
    options.version ??
    workspaceRelease?.version ??
    `${packageVersion(file === undefined ? dist : dirname(resolve(file)))}-${contentHash(files)}`
  if (!releaseVersionSchema.safeParse(version).success)
    throw usage(`'${version}' is not a version such as 1.2.3 or 1.2.3-abc123`)
  const preload = shell ? workspaceRelease?.preload : undefined
  if (shell && !preload)
    throw usage(
      `${basename(dist)} is not a build of this workspace's shell: build it with ${commandLine('build shell')}`,
    )
  return { name, version, declaration, files, preload, folder: dist }
}

/** Finds an app of the workspace. @throws CommandFailure usage that lists the existing apps */
export function workspaceApp(name: string): App {
  const apps = findApps()
  const app = apps.find((one) => one.name === name)
  if (app) return app
  throw usage(
    `this workspace has no app '${name}'; the apps are ${apps.map((one) => one.name).join(', ')}. For a folder that was built elsewhere, use --dist FOLDER`,
  )
}

/**
 * Builds one app and reads its files while it still holds the build lock, so that no other build can replace
 * them. An app whose inputs did not change is not built again.
 */
export async function buildWorkspace({ io, progress }: CommandContext, name: string): Promise<BuiltRelease> {
  const app = workspaceApp(name)
  return progress.step('build', () =>
    withLock(
      join(ROOT, '.pnpm-bin.lock'),
      'another build in this folder',
      async () => {
        io.signal.throwIfAborted()
        const { buildAll } = await import('../../federation/build-apps.ts')
        await buildAll({ only: [name], log: progress.note, signal: io.signal })
        return readBuilt(app)
      },
      progress.note,
    ),
  )
}

function readBuilt({ name, folder, declaration }: App): BuiltRelease {
  const dist = join(folder, 'dist')
  const release = readRelease(dist)
  if (!release) throw failed(`${dist} holds no release`)
  return {
    name,
    version: release.version,
    declaration,
    files: readFiles(dist),
    preload: declaration ? undefined : release.preload,
    folder: relative(ROOT, dist),
  }
}

export interface BuildOptions {
  dist?: string
  declaration?: string
  version?: string
}

/**
 * Resolves the build of a command: the workspace's app of that name, or the folder of `--dist`. Wrong usage
 * throws immediately; the slow build runs only when the returned function is called.
 * @returns a function that builds the app, or returns the folder that was built elsewhere
 */
export function resolveBuild(
  context: CommandContext,
  name: string,
  { dist, declaration, version }: BuildOptions,
): () => Promise<BuiltRelease> {
  if (dist !== undefined) {
    const path = (typed: string) => resolveTypedPath(typed, context.io.env)
    const built = readExternalBuild({
      name,
      dist: path(dist),
      declaration: declaration === undefined ? undefined : path(declaration),
      version,
    })
    return async () => built
  }
  if (declaration !== undefined || version !== undefined)
    throw usage('--declaration and --version require --dist: a build of this workspace has its own')
  workspaceApp(name)
  return () => buildWorkspace(context, name)
}

/** Builds one app of the workspace. */
export async function build(context: CommandContext, name: string): Promise<CommandResult> {
  const { version, files, folder } = await buildWorkspace(context, name)
  const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0)
  return {
    document: { name, version, folder, files: files.size, bytes, seconds: context.progress.seconds },
    text: `${name} ${version} is built in ${folder}: ${files.size} files, ${kilobytes(bytes)}\n`,
  }
}
