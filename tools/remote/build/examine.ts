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
  examineRelease,
  globalsOf,
  HOST_FILE,
  type HostFacts,
  type KeptRelease,
  type LiveRemote,
} from '@propsight/shared/release'
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

/** Reads the host file of this workspace's shell, after a build if its sources changed. */
async function workspaceHost(context: CommandContext): Promise<HostFacts | null> {
  const { files } = await buildWorkspace(context, SHELL_RELEASE_NAME)
  const file = files.get(HOST_FILE)
  return file ? (hostFacts.safeParse(JSON.parse(new TextDecoder().decode(file))).data ?? null) : null
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
  /** Contract and shared packages of the live shell; null without one. */
  host: HostFacts | null
  others: LiveRemote[]
  kept: KeptRelease[]
  /** Description of the source for output: the API and its shell, or the local workspace. */
  source: string
}

const FILE_TIMEOUT_MS = 10_000
const manifestNames = z.object({ metaData: z.object({ globalName: z.string() }) })

const globalOf = (entry: RegistryEntry): string | null => {
  if (entry.globalName) return entry.globalName
  const parsed = manifestNames.safeParse(entry.manifest)
  return parsed.success ? parsed.data.metaData.globalName : null
}

/** Reads a public file; null if it cannot be fetched. */
async function fetchFile(base: URL, path: string, signal: AbortSignal): Promise<Uint8Array | null> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(FILE_TIMEOUT_MS)])
  const answer = await fetch(new URL(path, base), { signal: within }).catch(() => null)
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

/** The host file of the live shell; null for a shell that was built before host files existed. */
async function liveHost(api: ApiClient, version: string): Promise<HostFacts | null> {
  try {
    return await api.ask(`/bundles/${SHELL_RELEASE_NAME}/${version}/${HOST_FILE}`, hostFacts)
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
  const host = version === undefined ? null : await liveHost(api, version)
  const entries = registry.remotes.filter((entry) => entry.name === name)
  const earlier = entries.flatMap((entry) => [entry, ...(entry.fallback ? [entry.fallback] : [])])
  const needed = mayBuild && name !== SHELL_RELEASE_NAME && !host
  return {
    host: needed ? await workspaceHost(context) : host,
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
    host: name === SHELL_RELEASE_NAME ? null : await workspaceHost(context),
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

/** Runs every check of the server locally. */
export async function examine(
  { declaration, version, files, preload }: BuiltRelease,
  { host, others, kept }: LiveFacts,
): Promise<{ release: Release | null; report: CheckReport }> {
  // The examined release itself may be live; it does not conflict with itself.
  const older = kept.filter((release) => release.version !== version)
  return examineRelease({ declaration, version, files, preload, host, others, kept: older, brotli })
}
