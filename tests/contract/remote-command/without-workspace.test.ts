import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { publishRow } from '@propsight/api/testing'
import { needsNoWorkspace, standalonePackages } from '@propsight/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ADMIN_KEY,
  type CommandFixture,
  newRemoteName,
  STUB_BROWSER,
  startCommandFixture,
  writeBuild,
} from './command-fixture.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** The folders with code of the command. A clone has more, which the command must not read. */
const FOLDERS = ['tools', 'shared/src', 'supabase/src', 'api/src/services/releases/store']
const FILES = ['package.json', 'pnpm-workspace.yaml', 'shared/package.json', 'supabase/package.json']

let fixture: CommandFixture
let clone: string
beforeAll(async () => {
  fixture = await startCommandFixture()
  clone = mkdtempSync(join(tmpdir(), 'propsight-clone-'))
  const filter = (path: string) => !path.includes('node_modules')
  for (const path of [...FOLDERS, ...FILES])
    cpSync(join(ROOT, path), join(clone, path), { recursive: true, filter })
  mkdirSync(join(clone, 'remotes'))
  // The lockfile lacks the entry of a remote, so that every install of the workspace fails.
  writeFileSync(join(clone, 'pnpm-lock.yaml'), 'broken: true\n')
  const installed = join(clone, '.remote-bin/node_modules')
  mkdirSync(installed, { recursive: true })
  const packages = standalonePackages(ROOT)
  for (const name of packages.map((each) => each.slice(0, each.lastIndexOf('@')))) {
    const from = ['commander', 'zod'].includes(name) ? ROOT : join(ROOT, 'shared')
    const file = createRequire(join(from, 'package.json')).resolve.paths(name)?.[0] ?? ''
    symlinkSync(join(file, name), join(installed, name))
  }
  writeFileSync(join(dirname(installed), 'installed'), packages.join('\n'))
})
afterAll(async () => {
  await fixture?.close()
  if (clone) rmSync(clone, { recursive: true, force: true })
})

const runInClone = (args: string[]) =>
  new Promise<{ code: number | null; output: string }>((done) => {
    const child = spawn(process.execPath, [join(clone, 'tools/run.mjs'), 'product/remote', '--', ...args], {
      cwd: clone,
      env: { ...STUB_BROWSER, PROPSIGHT_API: fixture.api.url, PROPSIGHT_TOKEN: ADMIN_KEY },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text
      })
    child.on('close', (code) => done({ code, output }))
  })

describe('F2 in a clone without installed packages and with a broken lockfile', () => {
  it('rollback, halt, list and retire work, with the documented exit codes', async () => {
    const name = newRemoteName()
    await publishRow(fixture.api, name, '1.0.0')
    await publishRow(fixture.api, name, '1.1.0')
    for (const [args, code, text] of [
      [['rollback', name], 0, '1.0.0 for everybody'],
      [['halt', name], 4, 'has no canary'],
      [['retire', name], 6, '--yes'],
      [['retire', name, '--yes'], 0, 'retired'],
      [['list'], 0, name],
      [['list', '--api', 'nonsense'], 2, 'must be an address'],
    ] as const) {
      const answer = await runInClone([...args])
      expect({ args, ...answer }).toEqual({ args, code, output: expect.stringContaining(text) })
    }
  })

  it('deploy --dist checks, uploads and publishes a build of another bundler', async () => {
    const name = newRemoteName()
    const answer = await runInClone(['deploy', name, '--dist', writeBuild(fixture, name, 'first')])
    expect(answer).toEqual({ code: 0, output: expect.stringMatching(/1\.0\.0-\w{8} for everybody/) })
  })
})

it('only commands that build something in this workspace need its packages', () => {
  for (const args of [
    ['rollback', 'x'],
    ['list'],
    ['preview', 'x'],
    ['--json', 'halt', 'x'],
    ['deploy', 'x', '--dist=a'],
  ])
    expect({ args, without: needsNoWorkspace(args) }).toEqual({ args, without: true })
  for (const args of [
    ['deploy', 'x'],
    ['doctor', 'x', '--dist', 'a'],
    ['new', 'x'],
    ['build', 'x'],
    ['test-shell'],
    [],
  ])
    expect({ args, without: needsNoWorkspace(args) }).toEqual({ args, without: false })
})
