import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildAll } from '../build.ts'
import { findApps, ROOT, SHELL } from './apps.ts'
import { filesOf } from './release-file.ts'

const dist = join(ROOT, SHELL, 'dist')
const BUILD_TIMEOUT_MS = 120_000
let text = ''

describe('F1 the built shell', () => {
  beforeAll(async () => {
    await buildAll({ only: [SHELL] })
    text = filesOf(dist)
      .filter((file) => /\.(js|css|html)$/.test(file))
      .map((file) => readFileSync(join(dist, file), 'utf8'))
      .join('\n')
  }, BUILD_TIMEOUT_MS)

  it('names no remote', () => {
    const remotes = findApps().flatMap(({ name }) => (name === SHELL ? [] : [name]))
    expect(remotes.length).toBeGreaterThanOrEqual(5)
    const named = remotes.filter((name) => new RegExp(`["'\`]${name}["'\`]|remotes/${name}`).test(text))
    expect(named).toEqual([])
  })
  it('carries no path of the machine that built it', () => {
    expect(text.includes(ROOT)).toBe(false)
  })
  it('has no inline script, which the policy would refuse', () => {
    const page = readFileSync(join(dist, 'index.html'), 'utf8')
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/)
    expect(page).not.toMatch(/\son\w+=|style=/)
  })
})
