import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type RemoteDeclaration, remoteDeclarationSchema } from '@propsight/shared/contracts'

/** Versions of the packages that the shell shares, written into the kit by its build. */
declare const SHARED_VERSIONS: Record<string, string>

/** The exposed module of a project. */
export const REMOTE_MODULES = ['src/remote.ts', 'src/remote.tsx', 'src/remote.js', 'src/remote.jsx']

/** The folder into which all builds write. */
export const DIST = 'dist'

/** A remote outside of the repository, as its build needs it. */
export interface Project {
  root: string
  declaration: RemoteDeclaration
  /** Unique per content of the project: two releases on one page must not share global names or class names. */
  id: string
  /** The exposed module, relative with a leading `./`. */
  remote: string
}

/** 8 hex digits of a hash over the files of a folder, without packages, builds and hidden files. */
function hashInputs(root: string): string {
  const hash = createHash('sha256')
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || entry.name === DIST) continue
      const path = `${folder}${entry.name}`
      if (entry.isDirectory()) visit(`${path}/`)
      else if (entry.isFile()) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
    }
  }
  visit('')
  return hash.digest('hex').slice(0, 8)
}

/**
 * Reads the project of a build.
 * @param root folder with remote.json and package.json
 * @throws Error when remote.json is missing or invalid, or when there is no `src/remote`
 */
export function readProject(root = process.cwd()): Project {
  const declaration = remoteDeclarationSchema.parse(
    JSON.parse(readFileSync(join(root, 'remote.json'), 'utf8')),
  )
  const files = readdirSync(join(root, 'src')).map((file) => `src/${file}`)
  const remote = REMOTE_MODULES.find((file) => files.includes(file))
  if (!remote) throw new Error(`${root} has none of ${REMOTE_MODULES.join(', ')}`)
  const id = `${declaration.name.replaceAll('-', '_')}_${hashInputs(root)}`
  return { root, declaration, id, remote: `./${remote}` }
}

/** `^major.minor.0`: the shell may be newer within the major version, never older. */
const rangeOf = (version: string): string => {
  const [major, minor] = version.split('.')
  return `^${major}.${minor}.0`
}

/** Accepted range of each package that the shell shares, by import name. */
export const sharedRanges = (): Record<string, string> =>
  Object.fromEntries(Object.entries(SHARED_VERSIONS).map(([name, version]) => [name, rangeOf(version)]))

function isInstalled(root: string, name: string): boolean {
  try {
    createRequire(join(root, 'package.json')).resolve(name)
    return true
  } catch {
    return false
  }
}

/**
 * The `shared` option of federation plugins: packages of the shell, without copies in the remote. Packages that the
 * project has not installed are left out, because some plugins read their exports.
 */
export const sharedPackages = ({ root }: Pick<Project, 'root'>) =>
  Object.fromEntries(
    Object.entries(sharedRanges())
      .filter(([name]) => isInstalled(root, name))
      .map(([name, requiredVersion]) => [
        name,
        { singleton: true, strictVersion: true, requiredVersion, import: false as const },
      ]),
  )

/** The pattern of class names for css-loader and Rsbuild. Names begin with that of the remote. */
export const classNames = ({ declaration, id }: Project): string =>
  `${declaration.name}-${id.slice(-8)}__[local]-[hash:hex:6]`

/** Writes remote.json into the build, with the container of a build that has no manifest. */
export const writeDeclaration = (
  { root, declaration }: Project,
  container?: RemoteDeclaration['container'],
): void =>
  writeFileSync(
    join(root, DIST, 'remote.json'),
    `${JSON.stringify({ ...declaration, ...(container && { container }) }, null, 2)}\n`,
  )
