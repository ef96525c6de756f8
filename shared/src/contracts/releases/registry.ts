import * as z from '@propsight/shared/schema'

/** Paths of the shell's own screens. A remote that declares the same path replaces the screen. */
export const SCANNER_PATH = '/scanner'
export const PRICING_PATH = '/pricing'
/** The pitchers page needs no sign-in, so the sign-in screen, the menu and the Dashboard link to it. */
export const PITCHERS_PATH = '/pitchers'
/** The page that links of mails open. Nothing is used up before its button is pressed. */
export const CONFIRM_PATH = '/confirm'
const SHELL_PATHS: readonly string[] = [SCANNER_PATH, PRICING_PATH]

/** Icons that a tab may name: those of `shared/src/ui/brand/icon.tsx`. */
export const TAB_ICONS: readonly string[] = [
  'search',
  'bell',
  'settings',
  'cloud',
  'bookmark',
  'check',
  'bars',
  'scanner',
  'credit',
  'menu',
  'warning',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'clock',
  'trash',
  'minus',
  'plus',
  'close',
  'copy',
  'offline',
  'plug',
  'help',
  'theme',
]

/**
 * First path segments that a new remote cannot use: they belong to the API or to a screen of the shell. The path of
 * the scanner is free, because its remote replaces the screen of the shell.
 */
export const RESERVED_PATH_SEGMENTS: ReadonlySet<string> = new Set([
  'api',
  'auth',
  'rest',
  'health',
  'dev',
  'bundles',
  'storage',
  PRICING_PATH.slice(1),
])

/** Returns the paths of a placement; an overlay has none. */
export const pathsOf = (placement: Placement | null): readonly string[] => {
  if (placement?.mount === 'tab') return [placement.path]
  return placement?.mount === 'page' ? placement.paths : []
}

const isNested = (placement: Placement): boolean => placement.mount !== 'overlay' && placement.nested === true

/** Returns the route patterns of a placement, in the form of react-router-dom; an overlay has none. */
export const routePatternsOf = (placement: Placement): readonly string[] =>
  pathsOf(placement).map((path) => (isNested(placement) ? `${path.replace(/\/$/, '')}/*` : path))

/**
 * Finds the remote that a path opens (S1): the remote that declares the path; otherwise null if the shell has
 * a screen at the path; otherwise the remote with nested routes above it; otherwise the tab at `/`, if there is
 * one. The API uses it to preload what the shell's routes will show.
 * @param path in any case, with or without a trailing slash
 */
export function findEntryForPath<Entry extends { placement: Placement }>(
  { remotes }: { remotes: readonly Entry[] },
  path: string,
): Entry | null {
  const normalized = path.toLowerCase().replace(/\/+$/, '') || '/'
  const findRemote = (address: string) =>
    remotes.find(({ placement }) => pathsOf(placement).includes(address)) ?? null
  const findNesting = () =>
    remotes.find(
      ({ placement }) =>
        isNested(placement) && pathsOf(placement).some((above) => normalized.startsWith(`${above}/`)),
    )
  if (SHELL_PATHS.includes(normalized)) return findRemote(normalized)
  return findRemote(normalized) ?? findNesting() ?? findRemote('/')
}

/** The type of a container that is an ES module; all other types are classic scripts. */
export const MODULE_TYPE = 'module'

/** The manifest of a federation plugin: the entry of a remote without a declared container. */
export const MANIFEST_FILE = 'mf-manifest.json'

/**
 * The part of a module federation manifest that the shell reads: the container's file, format and global name,
 * and its exposed modules. The registry contains only this part, because it is inlined into every page.
 */
export const manifestSchema = z.object({
  metaData: z.object({
    globalName: z.string().min(1),
    remoteEntry: z.object({
      name: z.string().min(1),
      path: z.string().default(''),
      type: z.string().optional(),
    }),
  }),
  exposes: z.array(z.object({ path: z.string() })),
})

/** Names are used as path segments, CSS prefixes and global names, so only these characters are allowed. */
export const remoteNameSchema = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)
/** Placeholder versions of remotes served by a dev server. No release has one of these versions. */
export const DEV_VERSION = '0.0.0-dev'
export const OVERRIDE_VERSION = '0.0.0-override'
/** `major.minor.patch` with an optional pre-release that carries the build's hash. */
export const releaseVersionSchema = z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}(-[0-9a-z.-]{1,40})?$/)
const sha384 = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/)
/** A path below the release's folder: neither absolute nor with `..`. */
export const relativeFileSchema = z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$))[\w./~-]{1,200}$/)

/** Whether the remote also gets the paths below its own, for routes that it nests (since contract 1.2). */
const nested = z.boolean().optional()

/**
 * What the remote contributes to slots, as `contributionSchema`, and the slots that it declares. Parsed where slots are rendered, so that one with a
 * condition of a later contract is not shown and leaves the remote as it is.
 */
const slots = z.array(z.unknown()).max(20).optional()
const title = z.string().min(1).max(40)

/** Placement of a remote: a tab of the header, a separate page, or an overlay opened by other remotes. */
export const placementSchema = z.discriminatedUnion('mount', [
  z.object({
    mount: z.literal('tab'),
    path: z.string().regex(/^\/[a-z0-9-]*$/),
    title,
    order: z.int(),
    icon: z.string().max(20).optional(),
    nested,
    slots,
  }),
  z.object({
    mount: z.literal('page'),
    paths: z
      .array(z.string().regex(/^\/[a-z0-9-]+$/))
      .min(1)
      .max(4),
    title,
    signIn: z.boolean(),
    nested,
    slots,
  }),
  z.object({ mount: z.literal('overlay'), title, slots }),
])
export type Placement = z.infer<typeof placementSchema>

/** A JavaScript global variable name, under which a container is found. */
export const globalNameSchema = z.string().regex(/^[A-Za-z_$][\w$]{0,80}$/)

/** A package that a build shares at run time. */
export const sharedPackageSchema = z.object({
  name: z.string().min(1).max(80),
  /** The version that the build contains; null if it relies on the host's copy. */
  version: z.string().max(40).nullable(),
  /** The accepted version range; null if none is declared. */
  range: z.string().max(80).nullable(),
  singleton: z.boolean(),
})
export type SharedPackage = z.infer<typeof sharedPackageSchema>

/** One immutable release of a remote (or of the shell): what the build writes as `release.json`. */
export const releaseSchema = z.object({
  name: remoteNameSchema,
  version: releaseVersionSchema,
  contract: z.string().max(40),
  placement: placementSchema.nullable(),
  /** Manifest or container file (remotes) or page (shell), relative to `/bundles/{name}/{version}/`. */
  entry: relativeFileSchema,
  /**
   * The container's global name if `entry` is its file; null if a manifest contains it, and for the shell.
   */
  globalName: globalNameSchema.nullable().default(null),
  /** Packages that the remote expects from its host, or that the shell provides. */
  shared: z.array(sharedPackageSchema).max(40).default([]),
  /** sha384 of every script and style sheet, and of the manifest. */
  integrity: z.record(relativeFileSchema, sha384),
  /** Files to preload for the first view: entry, chunk of the exposed module, their CSS. */
  preload: z.array(relativeFileSchema).max(40),
  /** Total bytes of all files, uncompressed. */
  size: z.int().nonnegative(),
  /** `config` of `remote.json`, see `configDeclarationSchema`. Browsers get the values instead. */
  configSchema: z.unknown().optional(),
})
export type Release = z.infer<typeof releaseSchema>

export const channelSchema = z.enum(['stable', 'canary'])
export type Channel = z.infer<typeof channelSchema>

/** A release as sent to the browser. `base` is relative to the page, or an absolute URL on another origin. */
const servedReleaseSchema = releaseSchema.extend({
  placement: placementSchema,
  base: z.string(),
  /**
   * `manifestSchema`, inlined if the server has it cached. Not validated here, so that an invalid manifest
   * fails only its own remote.
   */
  manifest: z.unknown().optional(),
  /** Its configuration for this visitor; absent if it declares none. */
  config: z.record(z.string(), z.unknown()).optional(),
})
/**
 * `GET /api/remotes/{name}/fallbacks`: the retained releases, last live first, for a browser in which the
 * release and the fallback of the registry failed. The ticket is for reports about these releases.
 */
export const fallbacksResponse = z.object({ releases: z.array(servedReleaseSchema), ticket: z.string() })
export type FallbacksResponse = z.infer<typeof fallbacksResponse>

export const registryEntrySchema = servedReleaseSchema.extend({
  channel: channelSchema.optional(),
  /**
   * Release to load immediately if this one fails: the live release for a canary, the previous one otherwise.
   */
  fallback: servedReleaseSchema.optional(),
  /**
   * True if a developer's dev server replaces the release. Set by the server only, never from the page's URL.
   */
  override: z.boolean().optional(),
})
export type RegistryEntry = z.infer<typeof registryEntrySchema>

/** Paths of a retired remote: the page shows that it is gone, or opens another path instead. */
const retiredRemoteSchema = z.object({
  name: remoteNameSchema,
  placement: placementSchema,
  redirectTo: z.string().nullable(),
})
export type RetiredRemote = z.infer<typeof retiredRemoteSchema>

/** `GET /api/remotes`, and the JSON block embedded in the page. */
export const registrySchema = z.object({
  schema: z.literal(1),
  generatedAt: z.string(),
  remotes: z.array(registryEntrySchema),
  /** Absent without any. */
  retired: z.array(retiredRemoteSchema).optional(),
  /** The release that a preview link shows in this browser instead of the visitor's own. */
  preview: z.object({ name: remoteNameSchema, version: releaseVersionSchema }).optional(),
  /** The current shell release, which a reload would load. */
  shell: z.object({ version: releaseVersionSchema }).optional(),
  /** Signed by the server for this visitor and returned with `POST /api/loads`. Opaque to the client. */
  ticket: z.string().optional(),
})
export type Registry = z.infer<typeof registrySchema>
