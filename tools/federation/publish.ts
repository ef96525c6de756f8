import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Release } from '@propsight/shared/contracts'
import {
  type App,
  filesOf,
  findApps,
  findDamagedFile,
  RELEASE_FILE,
  readRelease,
  readReleaseFiles,
} from './apps.ts'

/** A release whose files cannot be published. Other releases are not affected. */
export class UnusableRelease extends Error {
  override name = 'UnusableRelease'
}

const describeDamage = ({ name, version }: Release, file: string): string =>
  `${name} ${version}: ${file} is not the file that was released`

/**
 * Reads and verifies the release in a built folder.
 * @throws UnusableRelease when there is none, or a file differs
 */
function releaseIn(dist: string): Release {
  const release = readRelease(dist)
  if (!release) throw new UnusableRelease(`${dist} holds no release: build it first`)
  const file = findDamagedFile(dist, release)
  if (file !== null) throw new UnusableRelease(describeDamage(release, file))
  return release
}

/**
 * Moves a stored release with damaged files out of the way, to a folder that is not served and that the cleanup of the
 * store removes.
 * @returns the damage, or null for a whole release
 * @throws UnusableRelease when the stored files are another release of this version
 */
function quarantineIfDamaged(target: string, release: Release): string | null {
  const file = findDamagedFile(target, release)
  if (file === null) return null
  const damage = describeDamage(release, file)
  const stored = readRelease(target)
  if (!stored || JSON.stringify(stored.integrity) !== JSON.stringify(release.integrity))
    throw new UnusableRelease(`${damage}, and the stored files have another description`)
  renameSync(target, join(dirname(target), `.damaged-${release.version}-${process.pid}`))
  return damage
}

/** Copies the files of a release with their compressed variants; other files of a build are not copied. */
function copyRelease(dist: string, target: string): void {
  for (const file of [...filesOf(dist), RELEASE_FILE])
    for (const variant of [file, `${file}.br`, `${file}.gz`]) {
      if (!existsSync(join(dist, variant))) continue
      mkdirSync(dirname(join(target, variant)), { recursive: true })
      copyFileSync(join(dist, variant), join(target, variant))
    }
}

/**
 * Stores a built folder atomically in the bundle store as `<name>/<version>/`. An existing version is
 * verified. If its files are damaged, it is quarantined and stored again; another release is never overwritten.
 * @param onDamage called with the damage of a quarantined version
 * @throws UnusableRelease when the folder contains no whole release, or the stored version is another release
 */
export function storeRelease(
  dist: string,
  bundlesDir: string,
  onDamage: (release: Release, damage: string) => void = () => {},
): Release {
  const release = releaseIn(dist)
  const target = join(bundlesDir, release.name, release.version)
  if (existsSync(target)) {
    const damage = quarantineIfDamaged(target, release)
    if (damage === null) return release
    onDamage(release, damage)
  }
  mkdirSync(join(bundlesDir, release.name), { recursive: true })
  const temporary = join(bundlesDir, release.name, `.${release.version}.${process.pid}`)
  rmSync(temporary, { recursive: true, force: true })
  try {
    copyRelease(dist, temporary)
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    // Another process may have stored the same release in the meantime.
    if (findDamagedFile(target, release) !== null) throw error
  }
  return release
}

/** Stores the files of a release; the type of the bundle store's `put`. */
export type PutRelease = (release: Release, files: ReadonlyMap<string, Uint8Array>) => Promise<unknown>

/** Stores a built folder in a bundle store that is not a local folder. */
async function sendRelease(dist: string, put: PutRelease): Promise<Release> {
  const release = releaseIn(dist)
  await put(release, readReleaseFiles(dist))
  return release
}

/**
 * Copies all builds into the bundle store, then publishes each release: files first, then the pointer;
 * remotes before the shell. A build whose files are damaged is left out, so that it does not stop the others.
 * @param onDamage called with the damage of a release that is stored again, or of a build that is left out
 * @param put stores the files elsewhere instead of in `bundlesDir`
 * @param publish makes a release live, by `publish_release` in the data service
 */
export async function publishBuilds(to: {
  bundlesDir: string
  put?: PutRelease | undefined
  publish: (release: Release) => Promise<void>
  onDamage?: (release: { name: string; version: string | null }, damage: string) => void
  apps?: App[]
}): Promise<Release[]> {
  const { bundlesDir, put, onDamage = () => {} } = to
  const releases: Release[] = []
  for (const { folder, name } of to.apps ?? findApps()) {
    const dist = join(folder, 'dist')
    try {
      releases.unshift(put ? await sendRelease(dist, put) : storeRelease(dist, bundlesDir, onDamage))
    } catch (error) {
      if (!(error instanceof UnusableRelease)) throw error
      onDamage({ name, version: readRelease(dist)?.version ?? null }, error.message)
    }
  }
  for (const release of releases) await to.publish(release)
  return releases
}
