import {
  type Release,
  type RemoteDeclaration,
  releaseSchema,
  type SharedPackage,
} from '../contracts/registry.ts'
import { SHELL_RELEASE_NAME } from '../contracts/rollout.ts'
import { HOST_FILE, type HostFile, hostFileSchema } from './host-file.ts'
import { entryOf, guarded, integrityOf } from './integrity.ts'
import { containerFile, type Manifest, readManifest } from './manifest.ts'
import { jsonOf } from './text.ts'
import type { Files } from './types.ts'

export interface BuiltFolder {
  /** remote.json; null for the shell. */
  declaration: RemoteDeclaration | null
  version: string
  files: Files
  /** The shell's first-paint files, which only its build knows. */
  preload?: readonly string[] | undefined
}

/** What lies there cannot be described as a release at all. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError'
}

function readHostFile(files: Files): HostFile {
  const parsed = hostFileSchema.safeParse(jsonOf(files.get(HOST_FILE)))
  if (parsed.success) return parsed.data
  throw new ReleaseError(
    `the shell's build has no ${HOST_FILE} that says what it speaks and brings: build it again`,
  )
}

const preloadOf = (manifest: Manifest): string[] => {
  const { js, css } = manifest.exposes.find(({ path }) => path === './remote')?.assets ?? {}
  return [containerFile(manifest), ...(js?.sync ?? []), ...(css?.sync ?? [])]
}

/**
 * A package that is listed for several chunks is one package. A manifest names a version also where `import: false` left
 * the copy out; it is brought along where files are listed for it.
 */
function sharedOf(manifest: Manifest): SharedPackage[] {
  const packages = manifest.shared.map(({ name, version, requiredVersion, singleton, assets }) => {
    const brought = assets !== undefined && assets.js.sync.length > 0
    const range = requiredVersion || null
    return [
      name,
      { name, version: (brought && version) || null, range, singleton: singleton ?? false },
    ] as const
  })
  return [...new Map(packages).values()]
}

/** What the contents say; a manifest that cannot be read is for the checks to report, and leaves these empty. */
function described({ declaration, files, preload = [] }: BuiltFolder) {
  if (!declaration) return { ...readHostFile(files), preload: [...preload] }
  const { contract, container } = declaration
  if (container) return { contract, shared: [], preload: [container.file] }
  const manifest = readManifest(files)
  if (typeof manifest === 'string') return { contract, shared: [], preload: [] }
  return { contract, shared: sharedOf(manifest), preload: preloadOf(manifest) }
}

/**
 * Describes a built folder as an immutable release: the same for whoever looks at the same files, so that the server
 * needs nobody's word for it.
 * @throws ReleaseError with a sentence for the person who builds, where it would not be one that the registry takes
 */
export async function deriveRelease(folder: BuiltFolder): Promise<Release> {
  const { declaration, version, files } = folder
  const entry = entryOf(declaration)
  const { contract, shared, preload } = described(folder)
  const hashes = [...files]
    .filter(([path]) => guarded(path, entry))
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
  } satisfies Release)
  if (release.success) return release.data
  const [issue] = release.error.issues
  throw new ReleaseError(`this build makes no release: ${issue?.path.join(' ')}: ${issue?.message}`)
}
