import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Release } from '@propsight/shared/contracts'
import { compressFile } from '../../api/src/services/releases/store/compress-file.ts'
import { type App, findApps } from './apps.ts'
import { filesOf, integrityOf, RELEASE_FILE, readFilesOf, readRelease } from './release-file.ts'

/** Compression runs in zlib's thread pool; a higher concurrency would only queue. */
const AT_ONCE = 2

/**
 * Writes `.br` and `.gz` variants of every file of a built folder for which compression saves bytes, like a
 * deploy.
 */
export async function precompress(dist: string): Promise<void> {
  const queue = filesOf(dist)
  const worker = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const path = join(dist, file)
      for (const [suffix, bytes] of await compressFile(file, await readFile(path)))
        await writeFile(path + suffix, bytes)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** @throws Error that names the first file that is missing or differs from the release's hash */
function verify(folder: string, release: Release): void {
  for (const [file, expected] of Object.entries(release.integrity)) {
    const path = join(folder, file)
    if (!existsSync(path) || integrityOf(path) !== expected)
      throw new Error(`${release.name} ${release.version}: ${file} is not the file that was released`)
  }
}

/** Reads and verifies the release in a built folder. @throws Error when there is none, or a file differs */
function releaseIn(dist: string): Release {
  const release = readRelease(dist)
  if (!release) throw new Error(`${dist} holds no release: build it first`)
  verify(dist, release)
  return release
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
 * verified and never overwritten.
 * @throws Error when the folder contains no release, or the stored version has different files
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
    // Another process may have stored the same release in the meantime.
    if (!existsSync(target)) throw error
    verify(target, release)
  }
  return release
}

/** Stores the files of a release; the type of the bundle store's `put`. */
export type PutRelease = (release: Release, files: ReadonlyMap<string, Uint8Array>) => Promise<unknown>

/** Stores a built folder in a bundle store that is not a local folder. */
async function sendRelease(dist: string, put: PutRelease): Promise<Release> {
  const release = releaseIn(dist)
  await put(release, readFilesOf(dist))
  return release
}

/**
 * Copies all builds into the bundle store, then publishes each release: files first, then the pointer;
 * remotes before the shell.
 * @param put stores the files elsewhere instead of in `bundlesDir`
 * @param publish makes a release live, by `publish_release` in the data service
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
