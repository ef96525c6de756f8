import * as z from 'zod'
import { MANIFEST_FILE, MODULE_TYPE } from '../contracts/releases/registry.ts'
import { type Files, jsonOf } from './types.ts'

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
