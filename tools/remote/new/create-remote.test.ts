import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findApps, readDeclaration } from '../../federation/apps.ts'
import { createRemote } from './create-remote.ts'
import { InvalidRemoteOptions, type NewRemote } from './declaration.ts'

let root: string
const linked: string[] = []
const create = (options: NewRemote) =>
  createRemote({ ...options, root, link: async (folder) => void linked.push(folder) })

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'propsight-new-'))
  mkdirSync(join(root, 'node_modules'))
  for (const { declaration } of findApps()) {
    if (!declaration) continue
    mkdirSync(join(root, 'remotes', declaration.name), { recursive: true })
    writeFileSync(join(root, 'remotes', declaration.name, 'remote.json'), JSON.stringify(declaration))
  }
  linked.length = 0
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('F2 createRemote', () => {
  it.each<[NewRemote, object]>([
    [
      { name: 'bull-pen', mount: 'tab' },
      { mount: 'tab', path: '/bull-pen', title: 'Bull pen', order: 5 },
    ],
    [
      { name: 'parks', mount: 'page', path: '/park-notes', title: "Today's parks" },
      { mount: 'page', paths: ['/park-notes'], title: "Today's parks", signIn: true },
    ],
    [
      { name: 'umpires', mount: 'overlay' },
      { mount: 'overlay', title: 'Umpires' },
    ],
  ])('creates a complete remote and links it: %j', async (options, placement) => {
    const { folder, files, declaration } = await create(options)
    expect(declaration).toMatchObject({ name: options.name, placement })
    expect(readDeclaration(folder)).toEqual(declaration)
    expect(files).toEqual(
      expect.arrayContaining(['package.json', 'rsbuild.config.ts', 'src/remote.ts', 'src/app/app.test.tsx']),
    )
    const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
    expect(text).not.toMatch(/__\w+__/)
    expect(text).toContain(`name: '${options.name}', Root: App`)
    expect(linked).toEqual([root])
    // An overlay's heading is in the shell's dialog; every other screen has its own.
    expect(text.includes('<h1>')).toBe(options.mount !== 'overlay')
  })

  it.each<[NewRemote, RegExp]>([
    [{ name: 'Bullpen', mount: 'tab' }, /lowercase letters/],
    [{ name: '../escape', mount: 'tab' }, /lowercase letters/],
    [{ name: 'shell', mount: 'tab' }, /part of the workspace/],
    [{ name: 'picks', mount: 'tab' }, /remotes\/picks is there already/],
    [{ name: 'mine', mount: 'tab', path: '/picks' }, /belongs to the remote 'picks'/],
    [{ name: 'mine', mount: 'page', path: '/pitchers-tomorrow' }, /belongs to the remote 'pitchers'/],
    [{ name: 'api', mount: 'tab' }, /part of the workspace/],
    [{ name: 'mine', mount: 'tab', path: '/auth' }, /the product's own/],
    [{ name: 'pricing', mount: 'tab' }, /the product's own/],
    [{ name: 'mine', mount: 'tab', path: '/a/b' }, /one step/],
    [{ name: 'mine', mount: 'overlay', path: '/mine' }, /an overlay has no path/],
    [{ name: 'mine', mount: 'tab', title: '<b>' }, /cannot be a title/],
    [{ name: 'mine', mount: 'tab', title: ' ' }, /cannot be a title/],
    [{ name: 'mine', mount: 'tab', title: 'a'.repeat(41) }, /cannot be a title/],
  ])('refuses invalid options and writes nothing: %j', async (options, why) => {
    const before = readdirSync(root, { recursive: true })
    const refused = create(options)
    await expect(refused).rejects.toThrow(InvalidRemoteOptions)
    await expect(refused).rejects.toThrow(why)
    expect(readdirSync(root, { recursive: true })).toEqual(before)
    expect(linked).toEqual([])
  })

  it('keeps its files and names the command to run when linking fails', async () => {
    const link = () => Promise.reject(new Error('no store'))
    await expect(createRemote({ name: 'mine', mount: 'tab', root, link })).rejects.toThrow(
      /remotes\/mine is written.*pnpm install\nno store/s,
    )
    expect(existsSync(join(root, 'remotes/mine/remote.json'))).toBe(true)
    await expect(create({ name: 'mine', mount: 'tab' })).rejects.toThrow(/is there already/)
    expect(readdirSync(join(root, 'node_modules'))).toEqual([])
  })
})
