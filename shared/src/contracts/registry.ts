import * as z from 'zod'

/** Names are path segments, CSS prefixes and global names at once: keep them plain. */
export const remoteNameSchema = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)
/** `major.minor.patch` with an optional pre-release that carries the build's hash. */
export const releaseVersionSchema = z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}(-[0-9a-z.-]{1,40})?$/)
const sha384 = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/)
/** A path below the release's folder: no absolute origin, no way up. */
const relativeFile = z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$))[\w./~-]{1,200}$/)

/** Where a remote shows: a tab of the header, a page of its own, or an overlay that others open. */
export const placementSchema = z.discriminatedUnion('mount', [
  z.object({
    mount: z.literal('tab'),
    path: z.string().regex(/^\/[a-z0-9-]*$/),
    title: z.string().min(1).max(40),
    order: z.int(),
    icon: z.string().max(20).optional(),
  }),
  z.object({
    mount: z.literal('page'),
    paths: z
      .array(z.string().regex(/^\/[a-z0-9-]+$/))
      .min(1)
      .max(4),
    title: z.string().min(1).max(40),
    signIn: z.boolean(),
  }),
  z.object({ mount: z.literal('overlay'), title: z.string().min(1).max(40) }),
])
export type Placement = z.infer<typeof placementSchema>

/** What `remote.json` beside a remote's package says, and the build copies into its release. */
export const remoteDeclarationSchema = z.strictObject({
  name: remoteNameSchema,
  contract: z.string(),
  placement: placementSchema,
})
export type RemoteDeclaration = z.infer<typeof remoteDeclarationSchema>

/** One immutable release of a remote (or of the shell): what the build writes as `release.json`. */
export const releaseSchema = z.object({
  name: remoteNameSchema,
  version: releaseVersionSchema,
  contract: z.string(),
  placement: placementSchema.nullable(),
  /** The manifest (remotes) or page (shell), below `/bundles/{name}/{version}/`. */
  entry: relativeFile,
  /** sha384 of every file that runs or styles, and of the manifest. */
  integrity: z.record(relativeFile, sha384),
  /** Files that the first view needs, for preloading: entry, expose chunk, their CSS. */
  preload: z.array(relativeFile).max(40),
  /** Bytes of all files together, as they are on disk. */
  size: z.int().nonnegative(),
})
export type Release = z.infer<typeof releaseSchema>

/** A release as a visitor's shell gets it. `base` is relative to the page, or another origin's absolute address. */
export const registryEntrySchema = releaseSchema.extend({
  placement: placementSchema,
  base: z.string(),
  /** The parsed manifest, inlined where the server has it at hand. */
  manifest: z.unknown().optional(),
})
export type RegistryEntry = z.infer<typeof registryEntrySchema>

/** `GET /api/remotes`, and the JSON block that the page carries. */
export const registrySchema = z.object({
  schema: z.literal(1),
  generatedAt: z.string(),
  remotes: z.array(registryEntrySchema),
})
export type Registry = z.infer<typeof registrySchema>
