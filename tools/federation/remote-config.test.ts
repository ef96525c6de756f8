import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examineRelease } from '@propsight/shared/release'
import { createRsbuild } from '@rsbuild/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildVersion, ROOT, readDeclaration, readReleaseFiles } from './apps.ts'
import { defineRemoteConfig } from './remote-config.ts'

const BUILD_TIMEOUT_MS = 120_000
const home = realpathSync(mkdtempSync(join(tmpdir(), 'propsight-outside-')))
const folder = join(home, 'weather')

describe('F2 remote in a folder outside the workspace', () => {
  beforeAll(async () => {
    const original = join(ROOT, 'remotes/weather')
    for (const name of ['src', 'package.json', 'remote.json', 'rsbuild.config.ts'])
      cpSync(join(original, name), join(folder, name), { recursive: true })
    const config = { ...defineRemoteConfig(folder), mode: 'production' as const }
    const rsbuild = await createRsbuild({ cwd: folder, config })
    const { close } = await rsbuild.build()
    await close()
  }, BUILD_TIMEOUT_MS)
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('passes every release check and contains no local path', async () => {
    const files = readReleaseFiles(join(folder, 'dist'))
    const { release, report } = await examineRelease({
      declaration: readDeclaration(folder),
      version: buildVersion(folder),
      files,
      host: null,
      others: [],
      kept: [],
      brotli: ({ length }) => length / 4,
    })
    expect(report.findings.filter(({ level }) => level === 'error')).toEqual([])
    expect(release?.shared.map(({ name }) => name)).toContain('react/jsx-runtime')
    for (const bytes of files.values()) expect(new TextDecoder().decode(bytes)).not.toContain(home)
  })
  it('has the same version as inside the workspace', () => {
    expect(buildVersion(folder)).toBe(buildVersion(join(ROOT, 'remotes/weather')))
  })
})
