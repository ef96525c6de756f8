import { entryOf, type RemoteDeclaration } from '../contracts/releases/declaration.ts'
import { type Release, releaseSchema, type SharedPackage } from '../contracts/releases/registry.ts'
import { SHELL_RELEASE_NAME } from '../contracts/releases/rollout.ts'
import {
  containerFile,
  type Files,
  HOST_FILE,
  type HostFile,
  hasIntegrity,
  hostFileSchema,
  integrityOf,
  jsonOf,
  type Manifest,
  readManifest,
} from './manifest.ts'

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
