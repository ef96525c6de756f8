import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { classNames, readProject, sharedPackages } from './project.ts'

let root: string
const write = (path: string, text: string) => writeFileSync(join(root, path), text)
const declaration = {
  name: 'hot-streaks',
  contract: '1.3',
  placement: { mount: 'overlay', title: 'Hot streaks' },
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'propsight-kit-'))
  for (const folder of ['src', 'dist', 'node_modules/react'])
    mkdirSync(join(root, folder), { recursive: true })
  write('package.json', '{"name":"hot-streaks"}')
  write('remote.json', JSON.stringify(declaration))
  write('src/remote.tsx', 'export default {}')
  write('node_modules/react/package.json', '{"name":"react","version":"19.2.4","main":"index.js"}')
  write('node_modules/react/index.js', '')
  vi.stubGlobal('SHARED_VERSIONS', { react: '19.3.1', 'not-installed': '3.0.1' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  rmSync(root, { recursive: true, force: true })
})

describe('F2 a project of another repository', () => {
  it('has an id that differs with its sources, but not with its packages and builds', () => {
    const { id, remote } = readProject(root)
    expect(id).toMatch(/^hot_streaks_[0-9a-f]{8}$/)
    expect(remote).toBe('./src/remote.tsx')
    write('dist/container.js', '1')
    write('node_modules/react/index.js', '1')
    expect(readProject(root).id).toBe(id)
    write('src/remote.tsx', 'export default { }')
    expect(readProject(root).id).not.toBe(id)
  })

  it('gets class names that begin with its name', () => {
    expect(classNames(readProject(root))).toMatch(/^hot-streaks-[0-9a-f]{8}__\[local\]/)
  })

  it('shares the packages that it has installed, without copies, in the range of the installed version', () => {
    expect(sharedPackages({ root })).toEqual({
      react: {
        version: '19.2.4',
        singleton: true,
        strictVersion: true,
        requiredVersion: '^19.2.0',
        import: false,
      },
    })
  })

  it.each([
    ['an older major', 'react', '18.3.1', 'react 18.3.1 is installed, but the page runs 19.3.1 of the shell'],
    ['a newer minor', 'react', '19.4.0', 'react 19.4.0 is installed, but the page runs 19.3.1 of the shell'],
    ['an alias', 'preact', '19.3.1', "'react' is installed as an alias of preact 19.3.1"],
  ])('is not built with %s of a package of the shell', (_, name, version, reason) => {
    write('node_modules/react/package.json', JSON.stringify({ name, version, main: 'index.js' }))
    expect(() => sharedPackages({ root })).toThrow(reason)
    expect(() => sharedPackages({ root })).toThrow('npm install react@19.3.1')
  })

  it('is refused without an exposed module and with an invalid declaration', () => {
    rmSync(join(root, 'src/remote.tsx'))
    expect(() => readProject(root)).toThrow(/has none of src\/remote\.ts/)
    write('remote.json', '{"name":1}')
    expect(() => readProject(root)).toThrow(/name/)
  })
})
