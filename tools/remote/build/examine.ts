import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import {
  type CheckReport,
  type RegistryEntry,
  type Release,
  registrySchema,
  SHELL_RELEASE_NAME,
  sharedPackageSchema,
} from '@propsight/shared/contracts'
import {
  entryOf,
  examineRelease,
  globalsOf,
  HOST_FILE,
  type KeptRelease,
  type LiveRemote,
} from '@propsight/shared/release'
import { evaluateContainer, readShellScripts, type ShellToEvaluate } from '@propsight/shared/release/sandbox'
import * as z from 'zod'
import { findApps } from '../../federation/apps.ts'
import { readRelease } from '../../federation/release-file.ts'
import type { ApiClient } from '../api/client.ts'
import type { CommandContext } from '../context.ts'
import { CommandFailure } from '../failure.ts'
import type { BuiltRelease } from './built-release.ts'
import { buildWorkspace } from './resolve-build.ts'

/** The content of a shell's host file: its contract version and shared packages. */
const hostFacts = z.object({ contract: z.string(), shared: z.array(sharedPackageSchema) })

/** Reads the host file and the scripts of this workspace's shell, after a build if its sources changed. */
async function workspaceShell(context: CommandContext): Promise<ShellToEvaluate | null> {
  const { files } = await buildWorkspace(context, SHELL_RELEASE_NAME)
  const file = files.get(HOST_FILE)
  if (!file) return null
  const parsed = hostFacts.safeParse(JSON.parse(new TextDecoder().decode(file)))
  if (!parsed.success) return null
  return { host: parsed.data, scripts: await readShellScripts(async (path) => files.get(path) ?? null) }
}

/**
 * The other remotes of this workspace by their declarations; their shared packages are known only if they are
 * built.
 */
const workspaceOthers = (name: string): LiveRemote[] =>
  findApps().flatMap(({ name: other, folder, declaration }) =>
    declaration && other !== name
      ? [
          {
            name: other,
            contract: declaration.contract,
            shared: readRelease(join(folder, 'dist'))?.shared ?? [],
            placement: declaration.placement,
            globalName: null,
          },
        ]
      : [],
  )

/** The facts that a release is checked against, and their source. */
export interface LiveFacts {
  shell: ShellToEvaluate | null
  others: LiveRemote[]
  kept: KeptRelease[]
  /** Description of the source for output: the API and its shell, or the local workspace. */
  source: string
}

const FILE_TIMEOUT_MS = 10_000
const SHELL_PAGE = entryOf(null)
const manifestNames = z.object({ metaData: z.object({ globalName: z.string() }) })

const globalOf = (entry: RegistryEntry): string | null => {
  if (entry.globalName) return entry.globalName
  const parsed = manifestNames.safeParse(entry.manifest)
  return parsed.success ? parsed.data.metaData.globalName : null
}

/** Reads a public file; null if it cannot be fetched. */
async function fetchFile(
  base: URL,
  path: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<Uint8Array | null> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(FILE_TIMEOUT_MS)])
  const answer = await fetch(new URL(path, base), { signal: within, headers }).catch(() => null)
  signal.throwIfAborted()
  return answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : null
}

/**
 * The page globals of an earlier release of the same remote, which browsers may still have loaded, read from
 * its public files. A file that cannot be fetched is skipped; the server repeats the check with all files.
 */
async function keptOf(api: ApiClient, entry: RegistryEntry, signal: AbortSignal): Promise<KeptRelease> {
  const base = new URL(entry.base, `${api.connection.url}/`)
  const files = new Map<string, Uint8Array>()
  for (const path of Object.keys(entry.integrity)) {
    if (!/\.(m?js|json)$/.test(path)) continue
    const bytes = await fetchFile(base, path, signal)
    if (bytes) files.set(path, bytes)
  }
  const container = entry.globalName ? { file: entry.entry, global: entry.globalName } : undefined
  return { version: entry.version, globals: globalsOf(files, container) }
}

/** The release that is live for all visitors; for a canary entry that is its fallback. */
const liveOf = (entry: RegistryEntry): RegistryEntry =>
  entry.channel === 'canary' && entry.fallback ? entry.fallback : entry

/**
 * The host file and the scripts of the live shell; null for a shell that was built before host files existed.
 */
async function liveShell(
  api: ApiClient,
  version: string,
  signal: AbortSignal,
): Promise<ShellToEvaluate | null> {
  const folder = `/bundles/${SHELL_RELEASE_NAME}/${version}/`
  try {
    const host = await api.ask(folder + HOST_FILE, hostFacts)
    const base = new URL(api.connection.url + folder)
    // The page of a release is no public file; the API serves it with addresses of this release.
    const read = (path: string) =>
      path === SHELL_PAGE
        ? fetchFile(base, '/', signal, { accept: 'text/html' })
        : fetchFile(base, path, signal)
    return { host, scripts: await readShellScripts(read) }
  } catch (error) {
    if (error instanceof CommandFailure && error.details.status === 404) return null
    throw error
  }
}

async function fromApi(
  context: CommandContext,
  api: ApiClient,
  name: string,
  mayBuild: boolean,
): Promise<LiveFacts> {
  const registry = await api.ask('/api/remotes', registrySchema)
  const version = registry.shell?.version
  const shell = version === undefined ? null : await liveShell(api, version, context.io.signal)
  const entries = registry.remotes.filter((entry) => entry.name === name)
  const earlier = entries.flatMap((entry) => [entry, ...(entry.fallback ? [entry.fallback] : [])])
  const needed = mayBuild && name !== SHELL_RELEASE_NAME && !shell
  return {
    shell: needed ? await workspaceShell(context) : shell,
    others: registry.remotes
      .filter((entry) => entry.name !== name)
      .map(liveOf)
      .map((entry) => ({
        name: entry.name,
        contract: entry.contract,
        shared: entry.shared,
        placement: entry.placement,
        globalName: globalOf(entry),
      })),
    kept: await Promise.all(earlier.map((entry) => keptOf(api, entry, context.io.signal))),
    source: needed
      ? `${api.connection.url}, and this folder's shell, because no deployed shell lists its shared packages`
      : `${api.connection.url} (shell ${version ?? 'not deployed yet'})`,
  }
}

/**
 * Reads the live releases from the API; without an API, the shell and remotes of this workspace.
 * @param mayBuild whether this workspace's shell may be built when no deployed shell lists its shared packages
 */
export async function readLiveFacts(
  context: CommandContext,
  api: ApiClient | null,
  name: string,
  mayBuild = true,
): Promise<LiveFacts> {
  if (api) return fromApi(context, api, name, mayBuild)
  return {
    shell: name === SHELL_RELEASE_NAME ? null : await workspaceShell(context),
    others: workspaceOthers(name),
    kept: [],
    source: "this folder's own shell and remotes, because no Propsight is running",
  }
}

const QUALITY = 11
const compress = promisify(brotliCompress)

/** Size in bytes after brotli with the quality of the bundle store; runs in zlib's thread pool. */
const brotli = async (bytes: Uint8Array): Promise<number> => {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return (await compress(bytes, { params })).length
}

/** Evaluates a container; null, with a note, if its process or the scripts of the live shell are missing here. */
async function evaluate(
  built: Pick<BuiltRelease, 'declaration' | 'files'>,
  shell: ShellToEvaluate,
  note: (text: string) => void,
) {
  const skip = (why: string) => note(`the container is evaluated by the server only: ${why}`)
  if (shell.scripts.length === 0) {
    skip('the page of the live shell cannot be read')
    return null
  }
  try {
    return await evaluateContainer(built, shell)
  } catch (error) {
    skip(error instanceof Error ? error.message : String(error))
    return null
  }
}

/**
 * Runs every check of the server locally.
 * @param note reports why the container was not evaluated, when its process cannot be started here
 */
export async function examine(
  { declaration, version, files, preload }: BuiltRelease,
  { shell, others, kept }: LiveFacts,
  note: (text: string) => void,
): Promise<{ release: Release | null; report: CheckReport }> {
  // The examined release itself may be live; it does not conflict with itself.
  const older = kept.filter((release) => release.version !== version)
  const host = shell?.host ?? null
  const evaluation = shell && (await evaluate({ declaration, files }, shell, note))
  return examineRelease({
    declaration,
    version,
    files,
    preload,
    host,
    others,
    kept: older,
    evaluation,
    brotli,
  })
}
