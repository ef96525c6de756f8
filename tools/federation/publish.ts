import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Release } from '@propsight/shared/contracts'
import { type App, findApps } from './apps.ts'
import { filesOf, integrityOf, RELEASE_FILE, readFilesOf, readRelease } from './release-file.ts'

/** @throws Error naming the first file that is not what the release says */
function verify(folder: string, release: Release): void {
  for (const [file, promised] of Object.entries(release.integrity)) {
    const path = join(folder, file)
    if (!existsSync(path) || integrityOf(path) !== promised)
      throw new Error(`${release.name} ${release.version}: ${file} is not the file that was released`)
  }
}

/** What was built there, held against what it says. @throws Error where the folder holds no release */
function releaseIn(dist: string): Release {
  const release = readRelease(dist)
  if (!release) throw new Error(`${dist} holds no release: build it first`)
  verify(dist, release)
  return release
}

/** The files of a release with their compressed siblings, and nothing else that a build leaves behind. */
function copyRelease(dist: string, target: string): void {
  for (const file of [...filesOf(dist), RELEASE_FILE])
    for (const variant of [file, `${file}.br`, `${file}.gz`]) {
      if (!existsSync(join(dist, variant))) continue
      mkdirSync(dirname(join(target, variant)), { recursive: true })
      copyFileSync(join(dist, variant), join(target, variant))
    }
}

/**
 * Puts one built folder into the bundle store as `<name>/<version>/`, whole or not at all. A version that is there
 * already is verified and never written again.
 * @throws Error where the folder holds no release, or the version stands with other files
 */
export function storeRelease(dist: string, bundlesDir: string): Release {
  const release = releaseIn(dist)
  const target = join(bundlesDir, release.name, release.version)
  if (existsSync(target)) {
    verify(target, release)
    return release
  }
  mkdirSync(join(bundlesDir, release.name), { recursive: true })
  const temporary = join(bundlesDir, release.name, `.${release.version}.${process.pid}`)
  rmSync(temporary, { recursive: true, force: true })
  try {
    copyRelease(dist, temporary)
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    // Someone else may have put the same release there in the meantime.
    if (!existsSync(target)) throw error
    verify(target, release)
  }
  return release
}

/** Takes the files of a whole release; the bundle store's own `put`. */
export type PutRelease = (release: Release, files: ReadonlyMap<string, Uint8Array>) => Promise<unknown>

/** The same for a store that is no folder of this machine. */
async function sendRelease(dist: string, put: PutRelease): Promise<Release> {
  const release = releaseIn(dist)
  await put(release, readFilesOf(dist))
  return release
}

/**
 * Copies everything that is built into the bundle store, then says of each that it is live: files first, the pointer
 * after them. Remotes come before the shell.
 * @param put takes the files elsewhere than into the folder
 * @param publish moves the pointer, `publish_release` in the data service
 */
export async function publishBuilds(to: {
  bundlesDir: string
  put?: PutRelease | undefined
  publish: (release: Release) => Promise<void>
  apps?: App[]
}): Promise<Release[]> {
  const { bundlesDir, put } = to
  const releases: Release[] = []
  for (const { folder } of to.apps ?? findApps()) {
    const dist = join(folder, 'dist')
    releases.unshift(put ? await sendRelease(dist, put) : storeRelease(dist, bundlesDir))
  }
  for (const release of releases) await to.publish(release)
  return releases
}
