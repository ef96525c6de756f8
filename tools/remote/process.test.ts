import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ROOT } from '../start/start-settings.ts'
import { type StubApi, sendJson, stubApi } from './testing/stub-api.ts'

let stub: StubApi
afterEach(() => stub?.close())

/** Starts the command as a process and collects its output. */
function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(ROOT, 'tools/tasks/product/remote.ts'), ...args], {
    env: { ...process.env, PROPSIGHT_HOME: '/nonexistent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return {
    child,
    ended: once(child, 'close').then(([code]) => ({ code: Number(code), stdout, stderr })),
  }
}

describe('F2 remote command as a process', () => {
  it('writes a single JSON document and exits with the matching code', async () => {
    stub = await stubApi((_request, response) => sendJson(response, 200, { rollouts: [] }))
    const good = await start(['list', '--json', '--api', stub.url]).ended
    expect({ ...good, stdout: JSON.parse(good.stdout) }).toEqual({
      code: 0,
      stdout: { ok: true, rollouts: [] },
      stderr: '',
    })
    const unreachable = await start(['list', '--json']).ended
    expect({ ...unreachable, stdout: JSON.parse(unreachable.stdout) }).toMatchObject({
      code: 5,
      stdout: { ok: false, error: { exitCode: 5 } },
      stderr: '',
    })
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('exits on %s with code %i while waiting', async (signal, code) => {
    const { promise: requested, resolve } = Promise.withResolvers<void>()
    stub = await stubApi(() => resolve())
    const { child, ended } = start(['list', '--api', stub.url], { PROPSIGHT_TOKEN: 'psd_secret' })
    await Promise.race([requested, ended])
    child.kill(signal)
    expect(await ended).toEqual({ code, stdout: '', stderr: expect.stringMatching(/^✗ Stopped/) })
  })
})
