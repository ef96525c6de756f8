import { spawn } from 'node:child_process'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MANIFEST_FILE, type Release } from '@propsight/shared/contracts'
import { deriveRelease } from '@propsight/shared/release'
import * as z from 'zod'
import { compressFile } from '../../api/src/services/releases/store/release-files.ts'
import { buildEnvironment } from '../lib/environment.ts'
import {
  type App,
  buildVersion,
  FIRST_PAINT_FILE,
  filesOf,
  findApps,
  findDamagedFile,
  RELEASE_FILE,
  ROOT,
  readRelease,
  readReleaseFiles,
} from './apps.ts'

/** Compression runs in zlib's thread pool, and each build has its process; a higher concurrency would only queue. */
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

/** Runs Rsbuild in the app's folder, in a separate process, so that builds share no state. */
function rsbuild(app: App, dist: string, signal: AbortSignal | undefined): Promise<void> {
  const require = createRequire(join(ROOT, 'package.json'))
  const bin = join(dirname(require.resolve('@rsbuild/core/package.json')), 'bin/rsbuild.js')
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', bin, 'build', '--dist-path', dist],
      {
        cwd: app.folder,
        env: { ...buildEnvironment(), NODE_ENV: 'production' },
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(signal ? { signal } : {}),
      },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    // An aborted build emits `error` first but writes files until its `exit`; only a failed spawn rejects
    // here.
    child.once('error', (error) => {
      if (child.pid === undefined) reject(error)
    })
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${app.name} does not build\n${output.trim()}`)),
    )
  })
}

/** The files that the page needs before its first paint, from the shell's build. */
const firstPaint = (dist: string): string[] =>
  z.array(z.string()).parse(JSON.parse(readFileSync(join(dist, FIRST_PAINT_FILE), 'utf8')))

/**
 * Describes a built folder as an immutable release and writes the description to its `release.json`.
 * @throws ReleaseError when the registry would refuse the release, Error when the build is incomplete
 */
export async function writeRelease(app: App, dist: string, version: string): Promise<Release> {
  const { declaration } = app
  const files = readReleaseFiles(dist)
  if (declaration && !declaration.container && !files.has(MANIFEST_FILE))
    throw new Error(`${app.name}: the build wrote no ${MANIFEST_FILE}`)
  const preload = declaration ? undefined : firstPaint(dist)
  const release = await deriveRelease({ declaration, version, files, preload })
  writeFileSync(join(dist, RELEASE_FILE), `${JSON.stringify(release, null, 2)}\n`)
  return release
}

async function build(
  app: App,
  log: (text: string) => void,
  signal: AbortSignal | undefined,
): Promise<Release> {
  const begun = performance.now()
  const dist = join(app.folder, 'dist')
  const version = buildVersion(app.folder)
  const existing = readRelease(dist)
  const damagedFile = existing && findDamagedFile(dist, existing)
  if (damagedFile) log(`${app.name}: ${damagedFile} was changed after the build, so it is built again`)
  if (existing?.version === version && damagedFile === null) {
    log(`${app.name} ${version} is already built`)
    return existing
  }
  // Built in a temporary folder and renamed when complete: a parallel publish finds the previous release,
  // never half of the new one.
  const aside = join(app.folder, 'node_modules', `.build-${process.pid}`)
  let release: Release
  try {
    await rsbuild(app, relative(app.folder, aside), signal)
    await precompress(aside)
    release = await writeRelease(app, aside, version)
    rmSync(dist, { recursive: true, force: true })
    renameSync(aside, dist)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  log(`${app.name} ${version} built in ${seconds} s, ${Math.round(release.size / 1_000)} kB`)
  return release
}

/**
 * Builds the shell and the remotes into their `dist` folders, two at a time. An app whose inputs did not
 * change is not built again.
 * @throws Error with the names of the failed apps and their build output, after all builds have ended
 */
export async function buildAll(
  options: { only?: string[]; log?: (text: string) => void; signal?: AbortSignal } = {},
): Promise<Release[]> {
  const { only, log = () => {}, signal } = options
  const apps = findApps()
  const unknown = only?.find((name) => !apps.some((app) => app.name === name))
  if (unknown)
    throw new Error(`there is no app '${unknown}'; there are ${apps.map(({ name }) => name).join(', ')}`)
  const queue = apps.filter(({ name }) => !only?.length || only.includes(name))
  const releases: Release[] = []
  const failures: unknown[] = []
  const worker = async () => {
    for (let app = queue.shift(); app; app = queue.shift()) {
      try {
        releases.push(await build(app, log, signal))
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (failures.length > 0)
    throw new Error(failures.map((error) => (error instanceof Error ? error.message : error)).join('\n\n'))
  return releases
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await buildAll({ only: process.argv.slice(2), log: (text) => process.stdout.write(`${text}\n`) })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}
