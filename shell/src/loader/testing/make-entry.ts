import type { Placement, Registry, RegistryEntry } from '@propsight/shared/contracts'

/** A minimal registry entry for tests. */
export const makeMinimalEntry = (name: string, placement: Placement): RegistryEntry => ({
  name,
  version: '1.0.0',
  contract: '1.0',
  placement,
  entry: 'mf-manifest.json',
  globalName: null,
  shared: [],
  integrity: {},
  preload: [],
  size: 1,
  base: `/bundles/${name}/1.0.0/`,
})

const HASH = `sha384-${'x'.repeat(64)}`
const ENTRY_FILE = 'static/js/remote-entry.js'

/** A registry entry as the API sends it, with its manifest inlined. */
export const makeEntry = (
  name: string,
  placement: Placement = { mount: 'tab', path: `/${name}`, title: name, order: 1 },
): RegistryEntry => ({
  ...makeMinimalEntry(name, placement),
  version: '1.0.0-abcdef12',
  integrity: { 'mf-manifest.json': HASH, [ENTRY_FILE]: HASH },
  preload: [ENTRY_FILE],
  base: `/bundles/${name}/1.0.0-abcdef12/`,
  manifest: {
    metaData: { globalName: `${name}_abcdef12`, remoteEntry: { name: ENTRY_FILE, path: '' } },
    exposes: [{ path: './remote' }],
  },
})

let releases = 0

/**
 * A new release at each call, because a page loads every release once. Its container has a unique global
 * name.
 */
export function makeRelease(name: string, change: Partial<RegistryEntry> = {}): RegistryEntry {
  releases += 1
  const version = `1.0.${releases}`
  const manifest = {
    metaData: { globalName: `${name}_${releases}`, remoteEntry: { name: ENTRY_FILE, path: '' } },
    exposes: [{ path: './remote' }],
  }
  return { ...makeEntry(name), version, base: `/bundles/${name}/${version}/`, manifest, ...change }
}

export const makeRegistry = (remotes: RegistryEntry[]): Registry => ({
  schema: 1,
  generatedAt: '2026-07-01T12:00:00.000Z',
  remotes,
})
