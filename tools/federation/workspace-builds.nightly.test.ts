import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { TAB_ICONS } from '@propsight/shared/contracts'
import { examineRelease, globalsOf, type LiveRemote } from '@propsight/shared/release'
import { beforeAll, describe, expect, it } from 'vitest'
import { type App, filesOf, findApps, ROOT, readRelease, readReleaseFiles, SHELL } from './apps.ts'
import { buildAll } from './build-apps.ts'

const dist = join(ROOT, SHELL, 'dist')
const BUILD_TIMEOUT_MS = 240_000
const apps = findApps()
let text = ''

const releaseOf = ({ folder }: App) => {
  const release = readRelease(join(folder, 'dist'))
  if (!release) throw new Error(`${folder} is not built`)
  return release
}
const liveOf = (app: App): LiveRemote => ({
  ...releaseOf(app),
  globalName: globalsOf(readReleaseFiles(join(app.folder, 'dist')), app.declaration?.container).container,
})

/** Checks an app's build like a deploy, with all other apps of the workspace live. */
async function examined(app: App) {
  const release = releaseOf(app)
  const host = apps.find(({ name }) => name === SHELL)
  return examineRelease({
    declaration: app.declaration,
    version: release.version,
    files: readReleaseFiles(join(app.folder, 'dist')),
    preload: app.declaration ? undefined : release.preload,
    host: host ? releaseOf(host) : null,
    others: apps.filter((other) => other !== app && other.declaration).map(liveOf),
    kept: [],
    brotli: (bytes) => brotliCompressSync(bytes).length,
  })
}

beforeAll(async () => {
  await buildAll()
  text = filesOf(dist)
    .filter((file) => /\.(js|css|html)$/.test(file))
    .map((file) => readFileSync(join(dist, file), 'utf8'))
    .join('\n')
}, BUILD_TIMEOUT_MS)

describe('F1 built shell', () => {
  it('does not name any remote', () => {
    const remotes = apps.flatMap(({ name }) => (name === SHELL ? [] : [name]))
    expect(remotes.length).toBeGreaterThanOrEqual(5)
    // The name of an icon, such as `scanner`, does not name the remote of that name.
    const named = remotes.filter((name) =>
      new RegExp(TAB_ICONS.includes(name) ? `remotes/${name}` : `["'\`]${name}["'\`]|remotes/${name}`).test(
        text,
      ),
    )
    expect(named).toEqual([])
  })
  it('contains no path of the build machine', () => {
    expect(text.includes(ROOT)).toBe(false)
  })
  it('has no inline script, event handler or style, as the policy requires', () => {
    const page = readFileSync(join(dist, 'index.html'), 'utf8')
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/)
    expect(page).not.toMatch(/\son\w+=|style=/)
  })
  it('declares its shared packages in the versions that its code contains', () => {
    const { contract, shared } = releaseOf({ name: SHELL, folder: join(ROOT, SHELL), declaration: null })
    expect(contract).toMatch(/^\d+\.\d+$/)
    expect(shared.map(({ name }) => name).sort()).toEqual([
      '@propsight/shared/charts',
      '@propsight/shared/schema',
      '@tanstack/react-query',
      'jotai',
      'react',
      'react-dom',
      'react-router-dom',
      'react/jsx-runtime',
    ])
    for (const { version } of shared) expect(text).toContain(`"${version}"`)
  })
})

describe('F2 builds of this workspace', () => {
  it.each(apps.map((app) => [app.name, app] as const))(
    '%s passes every check of a release',
    async (_, app) => {
      const { release, report } = await examined(app)
      expect(report.findings.filter(({ level }) => level === 'error')).toEqual([])
      expect(report.ok).toBe(true)
      expect(release).toEqual(releaseOf(app))
    },
  )
  it('share every package that remotes require, without copies in a remote', async () => {
    for (const app of apps.filter(({ declaration }) => declaration)) {
      const { report } = await examined(app)
      expect(report.facts.shared.length).toBeGreaterThan(0)
      for (const { host, duplicateBytes } of report.facts.shared) {
        expect(host).not.toBeNull()
        expect(duplicateBytes).toBe(0)
      }
    }
  })
  it('are reported as duplicates when a remote contains the files of the shell', async () => {
    const remote = apps.find(({ declaration }) => declaration)
    if (!remote) throw new Error('there is no remote')
    const { report } = await examineRelease({
      declaration: remote.declaration,
      version: '1.0.0',
      files: new Map([...readReleaseFiles(join(remote.folder, 'dist')), ...readReleaseFiles(dist)]),
      host: releaseOf({ name: SHELL, folder: join(ROOT, SHELL), declaration: null }),
      others: [],
      kept: [],
      brotli: (bytes) => brotliCompressSync(bytes).length,
    })
    const copies = report.facts.shared.filter(({ duplicateBytes }) => duplicateBytes > 0)
    expect(copies.map(({ name }) => name).sort()).toEqual(
      [
        '@tanstack/react-query',
        'jotai',
        'react',
        'react-dom',
        'react-router-dom',
        'react/jsx-runtime',
      ].sort(),
    )
    const failed = new Set(report.findings.filter(({ level }) => level === 'error').map(({ check }) => check))
    expect([...failed].sort()).toEqual(['budget', 'css', 'files', 'shared'])
  })
})
