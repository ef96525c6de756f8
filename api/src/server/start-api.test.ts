import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newestMigration } from '@propsight/supabase/level'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { emptyUpstream } from '../testing/fake-deps.ts'
import { testEnv } from '../testing/test-env.ts'
import { startApi } from './start-api.ts'

it('the API answers 503 and logs the reason until a hosted database has its migrations', async () => {
  const needed = await newestMigration()
  let level = '20200101000000'
  const project = createServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(level))
  })
  await new Promise<void>((listening) => project.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void project.close())
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) })
  const port = (project.address() as AddressInfo).port

  const listening = createServer()
  await new Promise<void>((bound) => listening.listen(0, '127.0.0.1', bound))
  const own = (listening.address() as AddressInfo).port
  await new Promise((closed) => listening.close(closed))
  const env = testEnv({ SUPABASE_URL: `http://127.0.0.1:${port}`, PORT: String(own) })
  const starting = startApi(env, { log, upstream: emptyUpstream })
  const ask = () => fetch(`http://127.0.0.1:${own}/api/info`)

  await vi.waitFor(() => expect(lines).toHaveLength(1), 10_000)
  expect(lines[0]).toMatchObject({ needed, level, msg: expect.stringContaining('lacks migrations') })
  const refused = await ask()
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }])
  level = needed ?? ''
  const api = await starting
  onTestFinished(() => api.close(0))
  expect((await ask()).status).toBe(200)
})
