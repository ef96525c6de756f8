import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type RemoteDeclaration, remoteDeclarationSchema } from '@propsight/shared/contracts'
import * as z from 'zod'

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
 * Reads the remote.json of a folder.
 * @throws Error when it is missing or invalid
 */
export const readDeclaration = (root: string): RemoteDeclaration =>
  remoteDeclarationSchema.parse(JSON.parse(readFileSync(join(root, 'remote.json'), 'utf8')))

/**
 * Reads the project of a build.
 * @param root folder with remote.json and package.json
 * @throws Error when remote.json is missing or invalid, or when there is no `src/remote`
 */
export function readProject(root = process.cwd()): Project {
  const declaration = readDeclaration(root)
  const files = readdirSync(join(root, 'src')).map((file) => `src/${file}`)
  const remote = REMOTE_MODULES.find((file) => files.includes(file))
  if (!remote) throw new Error(`${root} has none of ${REMOTE_MODULES.join(', ')}`)
  const id = `${declaration.name.replaceAll('-', '_')}_${hashInputs(root)}`
  return { root, declaration, id, remote: `./${remote}` }
}

const majorAndMinor = (version: string): number[] => version.split('.', 2).map(Number)

/** `^major.minor.0`: the shell may be newer within the major version, never older. */
const rangeOf = (version: string): string => `^${majorAndMinor(version).join('.')}.0`

/** Whether a version is in `rangeOf` an installed one. */
function fits(version: string, installed: string): boolean {
  const [major = 0, minor = 0] = majorAndMinor(version)
  const [installedMajor = 0, installedMinor = 0] = majorAndMinor(installed)
  return major === installedMajor && minor >= installedMinor
}

/** The package of an import: `react` for `react/jsx-runtime`. */
const packageOf = (request: string): string =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/')

const installedSchema = z.object({ name: z.string(), version: z.string() })
type Installed = z.infer<typeof installedSchema>

/** Name and version of the package that an import resolves to in the project, or null if it is not installed. */
function findInstalled(root: string, request: string): Installed | null {
  let file: string
  try {
    file = createRequire(join(root, 'package.json')).resolve(request)
  } catch {
    return null
  }
  for (let at = dirname(file); at !== dirname(at); at = dirname(at)) {
    const path = join(at, 'package.json')
    if (!existsSync(path)) continue
    const found = installedSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (found.success) return found.data
  }
  return null
}

/** Why the shell cannot provide a package in place of the installed one, with the fix; null if it can. */
function describeMismatch(request: string, provided: string, { name, version }: Installed): string | null {
  const expected = packageOf(request)
  const fix = `npm install ${expected}@${provided}`
  if (name !== expected)
    return `'${expected}' is installed as an alias of ${name} ${version}, but the page runs ${expected} ${provided} of the shell: ${fix}`
  return fits(provided, version)
    ? null
    : `${name} ${version} is installed, but the page runs ${provided} of the shell: ${fix}`
}

/**
 * Finds the packages of the shell that a project has installed. Others are left out, because some plugins read their
 * exports.
 * @returns the installed version of each, by import name
 * @throws Error with the fixes when the shell's version does not fit an installed one
 */
function readInstalled(root: string): Map<string, string> {
  const installed = new Map<string, string>()
  const mismatches = new Set<string>()
  for (const [request, provided] of Object.entries(SHARED_VERSIONS)) {
    const found = findInstalled(root, request)
    if (!found) continue
    installed.set(request, found.version)
    const mismatch = describeMismatch(request, provided, found)
    if (mismatch) mismatches.add(mismatch)
  }
  if (mismatches.size > 0) throw new Error([...mismatches].join('\n'))
  return installed
}

/** Import names of the packages that the shell shares. */
export const sharedNames = (): string[] => Object.keys(SHARED_VERSIONS)

/**
 * The `shared` option of federation plugins: the installed packages that the shell provides, without copies in the
 * remote, in a range of the installed version.
 * @throws Error with the fixes when the shell's version does not fit an installed one
 */
export const sharedPackages = ({ root }: Pick<Project, 'root'>) =>
  Object.fromEntries(
    [...readInstalled(root)].map(([name, version]) => [
      name,
      {
        version,
        singleton: true,
        strictVersion: true,
        requiredVersion: rangeOf(version),
        import: false as const,
      },
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
