import * as z from 'zod'

/** A package in the page's share scope, as it was resolved. */
export interface SharedPackageLine {
  name: string
  version: string
  /** Who brought it. */
  from: string
  /** Who asked for it. */
  usedBy: string[]
  /** False for a version that lies there and nobody has run. */
  loaded: boolean
}

// The federation runtime's own notes; nothing of it is promised between its versions, so each part may be missing.
const sharedSchema = z.looseObject({
  from: z.string().catch('unknown'),
  useIn: z.array(z.string()).catch([]),
  loaded: z.boolean().catch(false),
})
const scopesSchema = z.record(z.string(), z.record(z.string(), z.record(z.string(), sharedSchema)))
const instanceSchema = z.looseObject({ name: z.string(), shareScopeMap: scopesSchema.catch({}) })
const federationSchema = z.looseObject({ __INSTANCES__: z.array(z.unknown()) })

/** `picks_8dfe6660` is the container of a release of `picks`. */
export const remoteOf = (container: string): string =>
  container.replace(/_[0-9a-z]{6,}$/, '').replaceAll('_', '-')

/**
 * The packages that host and remotes share on this page, read from the federation runtime; none where there is no
 * runtime or it keeps its notes in another form.
 */
export function readShared(global: unknown = Reflect.get(globalThis, '__FEDERATION__')): SharedPackageLine[] {
  const federation = federationSchema.safeParse(global)
  if (!federation.success) return []
  const lines = new Map<string, SharedPackageLine>()
  for (const candidate of federation.data.__INSTANCES__) {
    const instance = instanceSchema.safeParse(candidate)
    if (!instance.success) continue
    for (const scope of Object.values(instance.data.shareScopeMap))
      for (const [name, versions] of Object.entries(scope))
        for (const [version, shared] of Object.entries(versions)) add(lines, name, version, shared)
  }
  return [...lines.values()].sort((a, b) => a.name.localeCompare(b.name))
}

function add(
  lines: Map<string, SharedPackageLine>,
  name: string,
  version: string,
  { from, useIn, loaded }: z.infer<typeof sharedSchema>,
): void {
  const key = `${name}@${version}`
  const known = lines.get(key)
  const usedBy = [...new Set([...(known?.usedBy ?? []), ...useIn.map(remoteOf)])].sort()
  lines.set(key, {
    name,
    version,
    from: known?.from ?? remoteOf(from),
    usedBy,
    loaded: loaded || known?.loaded === true,
  })
}
