import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from './testing/run-command.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'propsight-usage-'))
  const declaration = { name: 'alpha', contract: '1.0', placement: { mount: 'overlay', title: 'Alpha' } }
  for (const name of ['empty', 'built']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'built', 'mf-manifest.json'), '{}')
  writeFileSync(join(folder, 'remote.json'), JSON.stringify(declaration))
  writeFileSync(join(folder, 'broken.json'), '{"name": 1}')
  writeFileSync(join(folder, 'empty-token'), '\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

describe('F2 arguments of the remote command', () => {
  it.each<[string, () => string[], RegExp]>([
    ['no command', () => ['--json'], /No command was given|unknown option/],
    ['an unknown command', () => ['deplay', 'picks'], /unknown command/],
    ['an existing remote', () => ['new', 'picks', '--mount', 'tab'], /is there already/],
    ['an unknown placement', () => ['new', 'hello', '--mount', 'bar'], /tab, page, overlay/],
    ['no placement', () => ['new', 'hello'], /--mount/],
    ['no name', () => ['deploy'], /missing required argument/],
    ['an invalid name', () => ['deploy', '../picks'], /A name begins with/],
    ['an unknown channel', () => ['deploy', 'picks', '--channel', 'beta'], /stable, canary/],
    [
      'a percentage above 100',
      () => ['deploy', 'picks', '--channel', 'canary', '--percent', '101'],
      /from 0 to 100/,
    ],
    ['a percentage without a canary', () => ['deploy', 'picks', '--percent', '10'], /--channel canary/],
    [
      'a preview in an unknown shell',
      () => ['preview', 'picks', '--shell', 'beta'],
      /live, previous, candidate/,
    ],
    ['a test of the shell without an account', () => ['test-shell'], /PROPSIGHT_TEST_EMAIL/],
    ['an invalid version', () => ['rollback', 'picks', '--to', 'newest'], /1\.2\.3/],
    ['a message that is too long', () => ['halt', 'picks', '--message', 'x'.repeat(501)], /500 characters/],
    ['a token without a label', () => ['token', 'create', 'picks'], /--label/],
    [
      'a token without a valid expiry',
      () => ['token', 'create', 'picks', '--label', 'ci', '--days', '400'],
      /from 1 to 365/,
    ],
    ['an invalid ID', () => ['token', 'revoke', 'picks', '7'], /not a token's ID/],
    ['an invalid e-mail address', () => ['developer', 'add', 'no-address'], /not an e-mail address/],
    ['an invalid API address', () => ['list', '--api', 'propsight'], /must be an address/],
    ['an API address with a password', () => ['list', '--api', 'http://a:b@127.0.0.1:9'], /no password/],
    [
      'a missing token file',
      () => ['list', '--api', 'http://127.0.0.1:9', '--token-file', at('no')],
      /cannot be read/,
    ],
    [
      'an empty token file',
      () => ['list', '--api', 'http://127.0.0.1:9', '--token-file', at('empty-token')],
      /no token/,
    ],
    ['an app outside the workspace', () => ['build', 'unknown-app'], /the apps are shell/],
    [
      'a declaration without a folder',
      () => ['doctor', 'alpha', '--declaration', at('remote.json')],
      /require --dist/,
    ],
    ['a missing folder', () => ['doctor', 'alpha', '--dist', at('nowhere')], /no folder/],
    ['a folder without a build', () => ['doctor', 'alpha', '--dist', at('empty')], /no mf-manifest\.json/],
    ['a declaration of another name', () => ['doctor', 'beta', '--dist', at('built')], /declares 'alpha'/],
    [
      'an invalid declaration',
      () => ['doctor', 'alpha', '--dist', at('built'), '--declaration', at('broken.json')],
      /is not a declaration/,
    ],
    ['a shell without index.html', () => ['doctor', 'shell', '--dist', at('built')], /no index\.html/],
  ])('are refused with code 2 and a reason: %s', async (_, args, reason) => {
    const { code, stderr, stdout } = await runCommand(args())
    expect({ code, message: stderr || stdout }).toEqual({ code: 2, message: expect.stringMatching(reason) })
  })

  it('resolve paths against the directory of the caller', async () => {
    const args = ['doctor', 'beta', '--dist', 'built']
    expect((await runCommand(args, { env: { INIT_CWD: folder } })).stderr).toContain("declares 'alpha'")
    expect((await runCommand(args, { env: { INIT_CWD: join(folder, 'built') } })).stderr).toContain(
      'no folder',
    )
  })

  it('are refused as JSON with --json', async () => {
    const { code, json, stderr } = await runCommand(['deploy', 'picks', '--percent', 'x', '--json'])
    expect(code).toBe(2)
    expect(stderr).toBe('')
    expect(json()).toEqual({
      ok: false,
      error: { exitCode: 2, message: expect.stringContaining('--percent') },
    })
  })

  it.each([[], ['new'], ['deploy'], ['rollback'], ['token'], ['token', 'create'], ['developer', 'add']])(
    'are explained with their exit codes by --help: %s %s',
    async (...words) => {
      const { code, stdout } = await runCommand([...words.filter((word) => word !== undefined), '--help'])
      expect(code).toBe(0)
      expect(stdout).toContain('Usage: remote')
      expect(stdout).toContain('5  the API cannot be reached')
    },
  )
})
