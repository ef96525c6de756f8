import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Release } from '@propsight/shared/contracts'
import type { ReleasesRepository, VisibleRollout } from '../repositories/releases.ts'

/** Files of `shellRelease` whose hashes it lists. */
const SHELL_FILES = {
  'static/js/index.js': 'start()',
  'static/js/app.js': 'run()',
  'static/css/app.css': 'a{}',
}
const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`

/** Creates a temporary bundle store that contains a minimal `shellRelease`. */
export async function createStoreWithShell(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'propsight-bundles-'))
  const shell = join(folder, 'shell', shellRelease.version)
  for (const name of ['js', 'css']) await mkdir(join(shell, 'static', name), { recursive: true })
  const page = '<html><head><title>Propsight</title></head><body></body></html>'
  await writeFile(join(shell, 'index.html'), page)
  for (const [file, text] of Object.entries(SHELL_FILES)) await writeFile(join(shell, file), text)
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
  integrity: Object.fromEntries(Object.entries(SHELL_FILES).map(([file, text]) => [file, hashOf(text)])),
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
  config: [],
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
