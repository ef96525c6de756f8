import * as z from 'zod'
import {
  MANIFEST_FILE,
  MODULE_TYPE,
  type Placement,
  type Release,
  releaseSchema,
  type SharedPackage,
  sharedPackageSchema,
} from '../contracts/releases/registry.ts'
import { SHELL_RELEASE_NAME } from '../contracts/releases/rollout.ts'
import { entryOf, type RemoteDeclaration } from '../contracts/releases/settings.ts'

const decoder = new TextDecoder()

/** Decodes UTF-8 bytes. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes)

/**
 * Makes untrusted text from a release displayable in a message: without control characters, truncated to
 * `length`.
 */
export const displayText = (text: string, length = 80): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced here
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  return plain.length > length ? `${plain.slice(0, length)}…` : plain
}

/** Parses JSON. @returns undefined if the bytes are absent or not JSON */
export const jsonOf = (bytes: Uint8Array | undefined): unknown => {
  try {
    return bytes && JSON.parse(textOf(bytes))
  } catch {
    return undefined
  }
}

/**
 * The files of a built folder by relative path with forward slashes; without compressed copies and
 * `release.json`.
 */
export type Files = ReadonlyMap<string, Uint8Array>

/** Contract version, shared packages and slots of the live shell. */
export interface HostFacts {
  contract: string
  shared: readonly SharedPackage[]
  /** See `hostFileSchema`. */
  slots?: Readonly<Record<string, number>> | undefined
}

/** The facts about a live remote with which a release is compared. */
export interface LiveRemote {
  name: string
  contract: string
  shared: readonly SharedPackage[]
  placement: Placement | null
  /** Global name of its container, see `globalsOf`; null if unknown. */
  globalName: string | null
  /** Names of its global chunk arrays. */
  chunks?: readonly string[]
}

/** Global names that the scripts of a release define. */
export interface ReleaseGlobals {
  /** Name of the container; null if the manifest cannot be read. */
  container: string | null
  /** Names of the chunk arrays (`chunkLoadingGlobal`). */
  chunks: string[]
}

/**
 * Another release of the same remote whose files still exist: an open page may switch between it and the new
 * one.
 */
export interface KeptRelease {
  version: string
  globals: ReleaseGlobals
  /** Null if it is not known. */
  placement?: Placement | null | undefined
}

/** Maximum size of a manifest; those of the product have about 3 kB. */
const MAX_MANIFEST_BYTES = 256_000

const assets = z.object({
  js: z.object({ sync: z.array(z.string()) }),
  css: z.object({ sync: z.array(z.string()) }),
})

/** The parts of a module federation manifest that the checks read. */
const manifestSchema = z.object({
  metaData: z.object({
    globalName: z.string(),
    publicPath: z.string().optional(),
    getPublicPath: z.unknown().optional(),
    remoteEntry: z.object({ name: z.string(), path: z.string(), type: z.string().optional() }),
  }),
  shared: z
    .array(
      z.object({
        name: z.string(),
        version: z.string().nullish(),
        requiredVersion: z.union([z.string(), z.literal(false)]).nullish(),
        singleton: z.boolean().nullish(),
        assets: assets.optional(),
      }),
    )
    .default([]),
  remotes: z.array(z.unknown()).default([]),
  exposes: z.array(z.object({ path: z.string(), assets })),
})
export type Manifest = z.infer<typeof manifestSchema>

/** Reads the manifest of a release. @returns the manifest, or a message why there is none */
export function readManifest(files: Files): Manifest | string {
  const bytes = files.get(MANIFEST_FILE)
  if (!bytes) return `there is no ${MANIFEST_FILE}: let the federation plugin write it ('manifest: true')`
  if (bytes.length > MAX_MANIFEST_BYTES)
    return `${MANIFEST_FILE} has ${bytes.length} bytes, at most ${MAX_MANIFEST_BYTES} are read`
  const json = jsonOf(bytes)
  if (json === undefined) return `${MANIFEST_FILE} is not JSON: build again`
  const parsed = manifestSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return `${MANIFEST_FILE} is not what module federation's plugins write (${issue?.path.join('.') || 'top level'})`
}

/** Returns the path of the container file, relative to the release's folder. */
export const containerFile = ({ metaData: { remoteEntry } }: Manifest): string =>
  remoteEntry.path
    ? `${remoteEntry.path.replace(/^\.\//, '').replace(/\/+$/, '')}/${remoteEntry.name}`
    : remoteEntry.name

/** Whether the container is an ES module. @param manifest see `Context` */
export const hasModuleContainer = (manifest: Manifest | string | null): manifest is Manifest =>
  typeof manifest === 'object' && manifest?.metaData.remoteEntry.type === MODULE_TYPE

/** The shell's build writes its contract version, shared packages and slots to this file, next to its page. */
export const HOST_FILE = 'host.json'

export const hostFileSchema = z.object({
  contract: z.string(),
  shared: z.array(sharedPackageSchema).max(40),
  /** The version of the props of each slot; earlier builds have none. */
  slots: z.record(z.string(), z.int()).optional(),
})
export type HostFile = z.infer<typeof hostFileSchema>

/**
 * Creation of a bundler's global chunk array: `self.chunk_x = self.chunk_x || []`, `(self["webpackChunkx"]
 * ||= [])`.
 */
const REGISTER =
  /\b(?:self|globalThis|window)(?:\.([\w$]{1,120})|\[["']([^"'\]\n]{1,120})["']\])\s{0,9}(?:=\s{0,9}(?:self|globalThis|window)(?:\.\1|\[["']\2["']\])\s{0,9}\|\||\|\|=)\s{0,9}\[\]/g

/**
 * A normal build has one chunk array. The limit bounds the work on builds made to slow down the comparison.
 */
const MAX_CHUNK_NAMES = 50

/**
 * Returns the global names that the scripts of a release define. Two releases on one page must not share a
 * name, otherwise the second one runs the code of the first.
 * @param files at least the manifest (or the container) and the scripts
 */
export function globalsOf(files: Files, container: RemoteDeclaration['container']): ReleaseGlobals {
  const manifest = container ? null : readManifest(files)
  const chunks = new Set<string>()
  for (const [path, bytes] of files) {
    if (!/\.m?js$/.test(path)) continue
    for (const [, dotted, quoted] of textOf(bytes).matchAll(REGISTER)) chunks.add(dotted ?? quoted ?? '')
  }
  const named = manifest && typeof manifest === 'object' ? manifest.metaData.globalName : null
  return { container: container?.global ?? named, chunks: [...chunks].slice(0, MAX_CHUNK_NAMES).sort() }
}

const RUNS_OR_STYLES = /\.(m?js|css|wasm)$/

/**
 * Returns whether a release lists the hash of this file: scripts, style sheets, manifest, entry and host
 * file.
 */
export const hasIntegrity = (path: string, entry: string): boolean =>
  RUNS_OR_STYLES.test(path) || path === entry || path === MANIFEST_FILE || path === HOST_FILE

/** Returns the hash in the form of an `integrity` attribute: `sha384-…`. */
export async function integrityOf(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-384', new Uint8Array(bytes)))
  return `sha384-${btoa(String.fromCharCode(...hash))}`
}

/** A built remote or shell before it is a release. */
export interface BuiltFolder {
  /** Contents of `remote.json`; null for the shell. */
  declaration: RemoteDeclaration | null
  version: string
  files: Files
  /** Files for the shell's first paint, which only the build can determine. */
  preload?: readonly string[] | undefined
}

/** No release can be derived from the built folder. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError'
}

function readHostFile(files: Files): HostFile {
  const parsed = hostFileSchema.safeParse(jsonOf(files.get(HOST_FILE)))
  if (parsed.success) return parsed.data
  throw new ReleaseError(
    `the shell's build has no valid ${HOST_FILE} with its contract and shared packages: build it again`,
  )
}

const preloadOf = (manifest: Manifest): string[] => {
  const { js, css } = manifest.exposes.find(({ path }) => path === './remote')?.assets ?? {}
  return [containerFile(manifest), ...(js?.sync ?? []), ...(css?.sync ?? [])]
}

/**
 * Reads the shared packages of a manifest; a package listed for several chunks is one package. The manifest
 * contains a version even if `import: false` omits the copy; the build contains a copy only if files are
 * listed for it.
 */
function listShared(manifest: Manifest): SharedPackage[] {
  const packages = manifest.shared.map(({ name, version, requiredVersion, singleton, assets }) => {
    const hasCopy = assets !== undefined && assets.js.sync.length > 0
    const range = requiredVersion || null
    return [
      name,
      { name, version: (hasCopy && version) || null, range, singleton: singleton ?? false },
    ] as const
  })
  return [...new Map(packages).values()]
}

/**
 * Reads the contract, shared packages and preload files. An unreadable manifest is reported later, by the
 * checks.
 */
function readContents({ declaration, files, preload = [] }: BuiltFolder) {
  if (!declaration) return { ...readHostFile(files), preload: [...preload] }
  const { contract, container } = declaration
  if (container) {
    const shared = Object.entries(container.shared ?? {}).map(([name, range]) => ({
      name,
      version: null,
      range,
      singleton: true,
    }))
    return { contract, shared, preload: [container.file] }
  }
  const manifest = readManifest(files)
  if (typeof manifest === 'string') return { contract, shared: [], preload: [] }
  return { contract, shared: listShared(manifest), preload: preloadOf(manifest) }
}

/**
 * Describes a built folder as an immutable release. The result depends on the files only, so that the server
 * derives it itself instead of trusting the client.
 * @throws ReleaseError with a message for the developer, if the registry would not accept the release
 */
export async function deriveRelease(folder: BuiltFolder): Promise<Release> {
  const { declaration, version, files } = folder
  const entry = entryOf(declaration)
  const { contract, shared, preload } = readContents(folder)
  const hashes = [...files]
    .filter(([path]) => hasIntegrity(path, entry))
    .map(async ([path, bytes]) => [path, await integrityOf(bytes)] as const)
  const release = releaseSchema.safeParse({
    name: declaration?.name ?? SHELL_RELEASE_NAME,
    version,
    contract,
    placement: declaration?.placement ?? null,
    entry,
    globalName: declaration?.container?.global ?? null,
    shared,
    integrity: Object.fromEntries((await Promise.all(hashes)).sort(([a], [b]) => (a < b ? -1 : 1))),
    preload,
    size: [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0),
    ...(declaration?.config && { configSchema: declaration.config }),
  } satisfies Release)
  if (release.success) return release.data
  const [issue] = release.error.issues
  throw new ReleaseError(`this build makes no release: ${issue?.path.join(' ')}: ${issue?.message}`)
}
