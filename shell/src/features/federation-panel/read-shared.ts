import * as z from '@propsight/shared/schema'

/** One version of a package in the page's share scope. */
export interface SharedPackageLine {
  name: string
  version: string
  /** Container that provides it: `shell` or the name of a remote. */
  from: string
  /** Containers that use it, sorted. */
  usedBy: string[]
  /** False for a version that is offered but was never executed. */
  loaded: boolean
}

// Internal state of the federation runtime. Its form can change with every version, so every part may be
// missing.
const sharedSchema = z.looseObject({
  from: z.string().catch('unknown'),
  useIn: z.array(z.string()).catch([]),
  loaded: z.boolean().catch(false),
})
const scopesSchema = z.record(z.string(), z.record(z.string(), z.record(z.string(), sharedSchema)))
const instanceSchema = z.looseObject({ name: z.string(), shareScopeMap: scopesSchema.catch({}) })
const federationSchema = z.looseObject({ __INSTANCES__: z.array(z.unknown()) })

/** Name of the remote of a container: `picks_8dfe6660` is a release of `picks`. */
export const remoteOf = (container: string): string =>
  container.replace(/_[0-9a-z]{6,}$/, '').replaceAll('_', '-')

/**
 * Packages that host and remotes share on this page, read from the federation runtime. Empty without a
 * runtime, or when its internal state has another form.
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
  const existing = lines.get(key)
  const usedBy = [...new Set([...(existing?.usedBy ?? []), ...useIn.map(remoteOf)])].sort()
  lines.set(key, {
    name,
    version,
    from: existing?.from ?? remoteOf(from),
    usedBy,
    loaded: loaded || existing?.loaded === true,
  })
}
