import * as z from 'zod'

/** Names are path segments, CSS prefixes and global names at once: keep them plain. */
export const remoteNameSchema = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)
/** What developers' machines serve has no version of its own, and no release has one of these. */
export const DEV_VERSION = '0.0.0-dev'
export const OVERRIDE_VERSION = '0.0.0-override'
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

/** A name that a script may give to the page: what a container is found under. */
const globalName = z.string().regex(/^[A-Za-z_$][\w$]{0,80}$/)

/** What `remote.json` beside a remote's package says, and the build copies into its release. */
export const remoteDeclarationSchema = z.strictObject({
  name: remoteNameSchema,
  contract: z.string(),
  placement: placementSchema,
  /** Only where the build writes no `mf-manifest.json` (webpack's own plugin): the container's file and global name. */
  container: z.strictObject({ file: relativeFile, global: globalName }).optional(),
})
export type RemoteDeclaration = z.infer<typeof remoteDeclarationSchema>

/** A package that a build shares at run time. */
export const sharedPackageSchema = z.object({
  name: z.string().min(1).max(80),
  /** The version that the build brings along; null where it has none and relies on its host. */
  version: z.string().max(40).nullable(),
  /** The range that it accepts; null where it names none. */
  range: z.string().max(80).nullable(),
  singleton: z.boolean(),
})
export type SharedPackage = z.infer<typeof sharedPackageSchema>

/** One immutable release of a remote (or of the shell): what the build writes as `release.json`. */
export const releaseSchema = z.object({
  name: remoteNameSchema,
  version: releaseVersionSchema,
  contract: z.string(),
  placement: placementSchema.nullable(),
  /** The manifest or the container's file (remotes) or the page (shell), below `/bundles/{name}/{version}/`. */
  entry: relativeFile,
  /** The container's global name, where `entry` is its file; null where a manifest tells it, and for the shell. */
  globalName: globalName.nullable().default(null),
  /** What the remote wants from its host, or what the shell brings. */
  shared: z.array(sharedPackageSchema).max(40).default([]),
  /** sha384 of every file that runs or styles, and of the manifest. */
  integrity: z.record(relativeFile, sha384),
  /** Files that the first view needs, for preloading: entry, expose chunk, their CSS. */
  preload: z.array(relativeFile).max(40),
  /** Bytes of all files together, as they are on disk. */
  size: z.int().nonnegative(),
})
export type Release = z.infer<typeof releaseSchema>

export const channelSchema = z.enum(['stable', 'canary'])
export type Channel = z.infer<typeof channelSchema>

/** A release as a visitor's shell gets it. `base` is relative to the page, or another origin's absolute address. */
const servedReleaseSchema = releaseSchema.extend({
  placement: placementSchema,
  base: z.string(),
  /** `manifestSchema`, inlined where the server has it at hand. Unknown here: a bad one fails its own remote alone. */
  manifest: z.unknown().optional(),
})
export const registryEntrySchema = servedReleaseSchema.extend({
  channel: channelSchema.optional(),
  /** What this browser takes at once when the release fails: the live one for a canary, the one before otherwise. */
  fallback: servedReleaseSchema.optional(),
  /** Set where a developer's own machine stands in for the release: the server's word, never the page's address. */
  override: z.boolean().optional(),
})
export type RegistryEntry = z.infer<typeof registryEntrySchema>

/** `GET /api/remotes`, and the JSON block that the page carries. */
export const registrySchema = z.object({
  schema: z.literal(1),
  generatedAt: z.string(),
  remotes: z.array(registryEntrySchema),
  /** The shell that a fresh page would get. */
  shell: z.object({ version: releaseVersionSchema }).optional(),
  /** Signed by the server for this visitor; goes back with `POST /api/loads`. Not for the reader. */
  ticket: z.string().optional(),
})
export type Registry = z.infer<typeof registrySchema>
