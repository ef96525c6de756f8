import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  entryOf,
  type RemoteDeclaration,
  releaseVersionSchema,
  remoteDeclarationSchema,
  SHELL_RELEASE_NAME,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import { readRelease } from '../../federation/release-file.ts'
import { commandLine, usage } from '../failure.ts'
import { type BuiltRelease, readFiles } from './built-release.ts'

/** A package in a workspace often has no version; the hash of the files distinguishes its releases. */
const packageJson = z.object({ version: z.string().default('0.0.0') })
const DECLARATION = 'remote.json'
/**
 * Files that are not part of a release: hidden files, source maps, and the declaration, which is sent
 * separately.
 */
const EXCLUDED = /(^|\/)\.|\.map$|^remote\.json$/

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
