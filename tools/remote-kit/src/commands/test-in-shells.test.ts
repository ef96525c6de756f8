// @vitest-environment node
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createContext } from '../../../remote/context.ts'
import { type StubApi, sendJson, stubApi } from '../../../remote/testing/stub-api.ts'
import { testInShells } from './test-in-shells.ts'

// npm takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let api: StubApi
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'propsight-kit-tests-'))
  // Records its environment, and fails in the previous shell.
  const check = `
    const { PROPSIGHT_PREVIEW: link, PROPSIGHT_RELEASE: release, PROPSIGHT_SHELL: shell, PROPSIGHT_SHELL_VERSION: version, PROPSIGHT_TOKEN: token } = process.env
    require('node:fs').appendFileSync('runs', JSON.stringify({ link, release, shell, version, token }) + '\\n')
    process.exit(shell === 'previous' ? 1 : 0)`
  writeFileSync(join(folder, 'check.cjs'), check)
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ scripts: { 'test:browser': 'node check.cjs' } }),
  )
  api = await stubApi((_, response, count) => {
    const { shell } = JSON.parse(api.requests[count - 1]?.body || '{}')
    if (shell === 'candidate')
      sendJson(response, 409, {
        error: 'There is no candidate shell',
        message: 'There is no candidate shell',
        code: 'CONFLICT',
        requestId: 'a',
      })
    else
      sendJson(response, 201, {
        path: `/alpha?preview=${shell}`,
        version: '1.0.0-a',
        shell: shell === 'live' ? '0.2.0' : '0.1.0',
        expiresAt: '2026-04-02T00:00:00Z',
      })
  })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await api.close()
})

const run = (shell: ('live' | 'previous' | 'candidate')[]) =>
  testInShells(
    createContext(
      {
        env: {
          PATH: process.env.PATH,
          HOME: folder,
          INIT_CWD: folder,
          PROPSIGHT_HOME: '/nonexistent',
          PROPSIGHT_API: api.url,
          PROPSIGHT_TOKEN: 'secret',
        },
        stdout() {},
        stderr() {},
        signal: new AbortController().signal,
        ask: null,
        colours: false,
        retryMs: 1,
      },
      {},
    ),
    'alpha',
    { release: '1.0.0-a', shell, run: 'test:browser' },
  )

it('F5 the tests of a remote run once per shell with a link that selects it, and without the deploy token', async () => {
  const result = await run(['live', 'previous', 'candidate'])
  expect(result).toMatchObject({
    exitCode: 1,
    document: {
      name: 'alpha',
      version: '1.0.0-a',
      shells: [
        { shell: 'live', version: '0.2.0', outcome: 'passed' },
        { shell: 'previous', version: '0.1.0', outcome: 'failed' },
        { shell: 'candidate', version: null, outcome: 'no such shell' },
      ],
    },
  })
  const runs = readFileSync(join(folder, 'runs'), 'utf8').trim().split('\n')
  expect(runs.map((line) => JSON.parse(line))).toEqual([
    { link: `${api.url}/alpha?preview=live`, release: '1.0.0-a', shell: 'live', version: '0.2.0' },
    { link: `${api.url}/alpha?preview=previous`, release: '1.0.0-a', shell: 'previous', version: '0.1.0' },
  ])
  expect(await run(['live', 'candidate'])).toMatchObject({ exitCode: 0 })
  expect(await run(['candidate'])).toMatchObject({ exitCode: 1 })
})
