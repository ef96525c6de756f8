import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Release } from '@propsight/shared/contracts'
import type { ReleasesRepository, VisibleRollout } from '../repositories/releases.ts'

/** Creates a temporary bundle store that contains a minimal `shellRelease`. */
export async function createStoreWithShell(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'propsight-bundles-'))
  const shell = join(folder, 'shell', shellRelease.version)
  await mkdir(join(shell, 'static/js'), { recursive: true })
  const page = '<html><head><title>Propsight</title></head><body></body></html>'
  await writeFile(join(shell, 'index.html'), page)
  await writeFile(join(shell, 'static/js/index.js'), 'start()')
  await writeFile(join(shell, 'static/js/index.js.br'), 'compressed')
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

export const HASH = `sha384-${'a'.repeat(64)}`

export const shellRelease: Release = {
  name: 'shell',
  version: '0.1.0-5e11',
  contract: '1.0',
  placement: null,
  entry: 'index.html',
  globalName: null,
  shared: [],
  integrity: { 'static/js/index.js': HASH, 'static/js/app.js': HASH, 'static/css/app.css': HASH },
  preload: ['static/js/app.js'],
  size: 1,
}

export const analysisRelease: Release = {
  name: 'analysis',
  version: '0.1.0-a1',
  contract: '1.0',
  placement: { mount: 'tab', path: '/', title: 'Dashboard', order: 1 },
  entry: 'mf-manifest.json',
  globalName: null,
  shared: [],
  integrity: { 'static/js/remote.js': HASH },
  preload: ['static/js/remote.js', 'static/css/remote.css'],
  size: 1,
}

export const pitchersRelease: Release = {
  ...analysisRelease,
  name: 'pitchers',
  version: '0.1.0-b2',
  placement: { mount: 'page', paths: ['/pitchers', '/pitchers-tomorrow'], title: 'Pitchers', signIn: false },
}

/** A rollout whose live release is the first one; the other releases are listed, too. */
export const rolloutOf = (
  releases: [Release, ...Release[]],
  changes: Partial<VisibleRollout> = {},
): VisibleRollout => ({
  name: releases[0].name,
  generation: 1,
  live: releases[0].version,
  previous: null,
  canary: null,
  retired: null,
  releases,
  ...changes,
})

/** A releases repository with constant rollouts that accepts and ignores every change. */
export const releasesOf = (rollouts: VisibleRollout[]): ReleasesRepository => ({
  rollouts: async () => ({ rollouts, unreadable: 0 }),
  publish: async () => undefined,
  fallbacks: async () => null,
  preview: async () => null,
  recordServed: async () => undefined,
  recordLoads: async () => [],
  isDeveloper: async () => false,
})
