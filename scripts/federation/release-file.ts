import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { CONTRACT_VERSION, type Release, releaseSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { App } from './apps.ts'

export const RELEASE_FILE = 'release.json'
/** Written beside the release for whoever weighs it: the files of the first paint. */
export const FIRST_PAINT_FILE = 'first-paint.json'
const MANIFEST = 'mf-manifest.json'
const RUNS_OR_STYLES = /\.(js|css)$/
const COMPRESSED = /\.(br|gz)$/

const manifestSchema = z.object({
  metaData: z.object({ remoteEntry: z.object({ name: z.string(), path: z.string() }) }),
  exposes: z.array(
    z.object({
      path: z.string(),
      assets: z.object({
        js: z.object({ sync: z.array(z.string()) }),
        css: z.object({ sync: z.array(z.string()) }),
      }),
    }),
  ),
})

/** Every file of a built folder, relative with forward slashes; compressed siblings are not files of their own. */
export const filesOf = (dist: string): string[] =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !COMPRESSED.test(file) && file !== RELEASE_FILE && file !== FIRST_PAINT_FILE)
    .sort()

export const integrityOf = (file: string): string =>
  `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`

/** Files that the first view needs: a remote's entry, exposed chunk and its style sheets, or the shell's first paint. */
function preloadOf(app: App, dist: string): string[] {
  if (!app.declaration)
    return z.array(z.string()).parse(JSON.parse(readFileSync(join(dist, FIRST_PAINT_FILE), 'utf8')))
  const { metaData, exposes } = manifestSchema.parse(JSON.parse(readFileSync(join(dist, MANIFEST), 'utf8')))
  const exposed = exposes.find(({ path }) => path === './remote')
  if (!exposed) throw new Error(`${app.name} exposes no ./remote`)
  const { name, path } = metaData.remoteEntry
  return [join(path, name), ...exposed.assets.js.sync, ...exposed.assets.css.sync]
}

/**
 * Describes a built folder as an immutable release and writes it there as `release.json`.
 * @throws ZodError where the release would not be one that the registry takes
 */
export function writeRelease(app: App, dist: string, version: string): Release {
  const files = filesOf(dist)
  const entry = app.declaration ? MANIFEST : 'index.html'
  const guarded = files.filter((file) => RUNS_OR_STYLES.test(file) || file === entry)
  const release = releaseSchema.parse({
    name: app.name,
    version,
    contract: app.declaration?.contract ?? CONTRACT_VERSION,
    placement: app.declaration?.placement ?? null,
    entry,
    integrity: Object.fromEntries(guarded.map((file) => [file, integrityOf(join(dist, file))])),
    preload: preloadOf(app, dist),
    size: files.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0),
  } satisfies Release)
  writeFileSync(join(dist, RELEASE_FILE), `${JSON.stringify(release, null, 2)}\n`)
  return release
}

/** The release that lies in a built folder, or null where there is none that can be read. */
export function readRelease(dist: string): Release | null {
  const file = join(dist, RELEASE_FILE)
  if (!existsSync(file)) return null
  try {
    return releaseSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
