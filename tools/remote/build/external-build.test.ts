import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readExternalBuild } from './resolve-build.ts'

let folder: string
let dist: string
const declaration = {
  name: 'alpha',
  contract: '1.0',
  placement: { mount: 'overlay', title: 'Alpha' },
  container: { file: 'container.js', global: 'alpha_1' },
}
const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
const read = (more: object = {}) => readExternalBuild({ name: 'alpha', dist, ...more })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'propsight-foreign-'))
  dist = join(folder, 'dist')
  mkdirSync(join(dist, 'parts'), { recursive: true })
  write('package.json', '{"version":"2.4.0-Beta.1+build.7"}')
  write('remote.json', JSON.stringify(declaration))
  write('dist/container.js', 'var alpha_1 = {}')
  write('dist/parts/lazy.css', '.alpha-a{}')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('F2 build of another bundler', () => {
  it('is read with the declaration and version of its parent folder', () => {
    const built = read()
    expect([...built.files.keys()]).toEqual(['container.js', 'parts/lazy.css'])
    expect(built).toMatchObject({ name: 'alpha', declaration, preload: undefined })
    expect(built.version).toMatch(/^2\.4\.0-beta\.1-[0-9a-f]{8}$/)
  })

  it('has version 0.0.0 with a hash when its package has none, whatever the folders above have', () => {
    mkdirSync(join(folder, 'inner', 'dist'), { recursive: true })
    write('inner/package.json', '{"name":"alpha"}')
    write('inner/remote.json', JSON.stringify(declaration))
    write('inner/dist/container.js', 'var alpha_1 = {}')
    expect(read({ dist: join(folder, 'inner', 'dist') }).version).toMatch(/^0\.0\.0-[0-9a-f]{8}$/)
    write('inner/package.json', '{"version":1}')
    expect(() => read({ dist: join(folder, 'inner', 'dist') })).toThrow(/is not a text/)
  })

  it('has a version that depends on its content', () => {
    const before = read().version
    write('dist/container.js', 'var alpha_1 = {}')
    expect(read().version).toBe(before)
    write('dist/container.js', 'var alpha_1 = {} ')
    expect(read().version).not.toBe(before)
    expect(read({ version: '3.0.0' }).version).toBe('3.0.0')
    expect(() => read({ version: 'latest' })).toThrow(/not a version/)
  })

  it('excludes hidden files, compressed files and its declaration', () => {
    const before = read().version
    for (const file of ['.DS_Store', 'parts/.hidden.js', 'container.js.gz', 'remote.json'])
      write(join('dist', file), JSON.stringify(declaration))
    expect([...read().files.keys()]).toEqual(['container.js', 'parts/lazy.css'])
    expect(read().version).toBe(before)
    write('dist/container.js.map', '{}')
    expect([...read().files.keys()]).toContain('container.js.map')
  })

  it('is refused above the size limit before its files are read', () => {
    writeFileSync(join(dist, 'huge.js'), Buffer.alloc(21_000_000, 32))
    expect(() => read()).toThrow(/MB; a release has at most 20/)
  })

  it('is refused when its declared container is missing', () => {
    rmSync(join(dist, 'container.js'))
    expect(() => read()).toThrow(/no container\.js/)
  })
})
