import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIXTURE_DAY, writePlainFixture } from './testing/replay-fixture.ts'

const home = mkdtempSync(join(tmpdir(), 'propsight-main-'))
beforeAll(() => writePlainFixture(home))
afterAll(() => rmSync(home, { recursive: true }))

const start = (env: Record<string, string>): ChildProcess =>
  fork(join(import.meta.dirname, 'main.ts'), {
    env: {
      PATH: process.env.PATH,
      LEAGUE_MODE: 'replay',
      REPLAY_DIR: home,
      REPLAY_DATE: FIXTURE_DAY,
      ...env,
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })

describe('league process', () => {
  it.each(['SIGTERM', 'disconnect'])(
    'reports its address, answers requests and exits with 0 on %s',
    async (way) => {
      const child = start({})
      const [ready] = await once(child, 'message')
      expect(ready).toMatchObject({
        type: 'ready',
        today: FIXTURE_DAY,
        season: 2022,
        label: expect.stringContaining('2022'),
      })
      expect((await fetch(`${ready.url}/api/v1/teams?sportId=1`)).status).toBe(200)
      const ended = once(child, 'exit')
      if (way === 'disconnect') child.disconnect()
      else child.kill(way as NodeJS.Signals)
      expect((await ended)[0]).toBe(0)
    },
  )

  it('exits with 1 and a reason when it cannot start', async () => {
    const child = start({ REPLAY_DATE: '2022-08-01' })
    let errors = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    const [code] = await once(child, 'close')
    expect(code).toBe(1)
    expect(errors).toContain('no games on 2022-08-01 or later; the last day is 2022-05-05')
  })
})
