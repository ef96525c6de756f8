import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { testVariables } from '../testing/test-env.ts'

const ENTRY = join(import.meta.dirname, '../main.ts')
let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

const start = (changes: Record<string, string> = {}) => {
  const env = {
    PATH: process.env.PATH ?? '',
    ...testVariables,
    SUPABASE_URL: 'http://127.0.0.1:9',
    ...changes,
  }
  const process_ = fork(ENTRY, [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
  child = process_
  let stderr = ''
  process_.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const exit = once(process_, 'exit').then(([code]) => ({ code: code as number | null, stderr }))
  const early = exit.then(({ code }): never => {
    throw new Error(`it ended with ${code} before it was ready: ${stderr}`)
  })
  const message = once(process_, 'message').then(([text]) => text as { type: string; url: string })
  const ready = Promise.race([message, early])
  ready.catch(() => undefined)
  return { child: process_, ready, exit }
}

describe('the API process', () => {
  it('sends its address to its parent and ends cleanly on SIGTERM', async () => {
    const api = start()
    const { type, url } = await api.ready
    expect(type).toBe('ready')
    expect((await fetch(`${url}/api/info`)).status).toBe(200)
    api.child.kill('SIGTERM')
    expect(await api.exit).toMatchObject({ code: 0 })
    await expect(fetch(`${url}/api/info`)).rejects.toThrow()
  })

  it('fails /ready on SIGTERM, serves on without keep-alive during the stop delay, and ends on SIGINT', async () => {
    const api = start({ STOP_DELAY_MS: '60000' })
    const { url } = await api.ready
    api.child.kill('SIGTERM')
    const kept = async () => (await fetch(`${url}/api/info`)).headers.get('connection')
    await expect.poll(kept).toBe('close')
    const refused = await fetch(`${url}/ready`)
    expect([refused.status, await refused.text()]).toEqual([503, '{"ready":false}'])
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    // A second signal ends the delay.
    api.child.kill('SIGINT')
    expect(await api.exit).toMatchObject({ code: 0 })
  })

  it('ends when its parent disconnects', async () => {
    const api = start()
    await api.ready
    api.child.disconnect()
    expect(await api.exit).toMatchObject({ code: 0 })
  })

  it('refuses to start with an invalid environment and names the variables', async () => {
    const { code, stderr } = await start({ DATA: 'imagined', PORT: 'eighty' }).exit
    expect(code).toBe(2)
    expect(stderr).toContain('DATA: ')
    expect(stderr).toContain('PORT: ')
  })
})
