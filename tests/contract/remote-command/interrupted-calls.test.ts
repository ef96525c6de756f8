import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runCommand } from '@propsight/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ADMIN_KEY,
  type CommandFixture,
  newRemoteName,
  STUB_BROWSER,
  startCommandFixture,
  writeBuild,
} from './command-fixture.ts'
import { type FaultyTcpProxy, startFaultyTcpProxy } from './faulty-tcp-proxy.ts'

const COMMAND = resolve(import.meta.dirname, '../../../tools/tasks/product/remote.ts')
const PICTURE_BYTES = 600_000

let fixture: CommandFixture
beforeAll(async () => {
  fixture = await startCommandFixture()
})
afterAll(() => fixture?.close())

/** A build that takes a while to upload. */
function writeLargeBuild(name: string): string {
  const dist = writeBuild(fixture, name, 'heavy')
  writeFileSync(join(dist, 'picture.png'), randomBytes(PICTURE_BYTES))
  return dist
}

const expectNothingStored = async (name: string) => {
  expect(existsSync(join(fixture.bundles, name))).toBe(false)
  expect((await fixture.json(['list', name])).code).toBe(1)
}

async function withFault(
  fault: Parameters<typeof startFaultyTcpProxy>[1],
  work: (proxy: FaultyTcpProxy) => Promise<void>,
) {
  const proxy = await startFaultyTcpProxy(fixture.api.url, fault)
  try {
    await work(proxy)
  } finally {
    await proxy.close()
  }
}
const stalledUpload = { kind: 'holds-upload', afterBytes: 50_000 } as const

describe('F2 a deploy interrupted during its upload', () => {
  it('by kill -9 stores nothing, and the next deploy succeeds', async () => {
    const name = newRemoteName()
    const dist = writeLargeBuild(name)
    await withFault(stalledUpload, async ({ url, failed }) => {
      const child = spawn(process.execPath, [COMMAND, 'deploy', name, '--dist', dist], {
        env: { ...process.env, ...STUB_BROWSER, PROPSIGHT_API: url, PROPSIGHT_TOKEN: ADMIN_KEY },
        stdio: 'ignore',
      })
      const exited = new Promise<NodeJS.Signals | null>((done) =>
        child.once('exit', (_, signal) => done(signal)),
      )
      await Promise.race([failed, exited])
      child.kill('SIGKILL')
      expect(await exited).toBe('SIGKILL')
    })
    await expectNothingStored(name)
    expect(await fixture.json(['deploy', name, '--dist', dist])).toMatchObject({
      code: 0,
      body: { published: true },
    })
  })

  it('by Ctrl-C exits with code 130 and stores nothing', async () => {
    const name = newRemoteName()
    const dist = writeLargeBuild(name)
    await withFault(stalledUpload, async ({ url, failed }) => {
      const stop = new AbortController()
      void failed.then(() => stop.abort())
      const { code, stderr } = await runCommand(['deploy', name, '--dist', dist], {
        env: { ...STUB_BROWSER, PROPSIGHT_API: url, PROPSIGHT_TOKEN: ADMIN_KEY },
        signal: stop.signal,
      })
      expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringContaining('Stopped') })
    })
    await expectNothingStored(name)
  })
})

describe('F2 a lost answer', () => {
  const runOver = (url: string, args: string[]) =>
    runCommand([...args, '--json'], {
      env: { ...STUB_BROWSER, PROPSIGHT_API: url, PROPSIGHT_TOKEN: ADMIN_KEY },
    })

  it('of a deploy is requested again, and the release is published once', async () => {
    const name = newRemoteName()
    await withFault({ kind: 'loses-answer', of: /^POST \/api\/remotes/ }, async ({ url }) => {
      const outcome = await runOver(url, ['deploy', name, '--dist', writeBuild(fixture, name, 'one')])
      expect(outcome.code).toBe(0)
      expect(outcome.json()).toMatchObject({ ok: true, published: false })
    })
    expect((await fixture.json(['list', name])).body.releases).toHaveLength(1)
  })

  it('of a rollback is reported as a success, and the rollback happens once', async () => {
    const name = newRemoteName()
    const first = await fixture.json(['deploy', name, '--dist', writeBuild(fixture, name, 'one')])
    await fixture.json(['deploy', name, '--dist', writeBuild(fixture, name, 'two')])
    await withFault({ kind: 'loses-answer', of: /^POST \/api\/remotes/ }, async ({ url }) => {
      const outcome = await runOver(url, ['rollback', name])
      expect(outcome.code).toBe(0)
      expect(outcome.json()).toMatchObject({ rollout: { live: first.body.version } })
    })
    const { body } = await fixture.json(['list', name])
    expect(body.events).toEqual(expect.arrayContaining([expect.objectContaining({ action: 'rollback' })]))
    expect((body.events as { action: string }[]).filter(({ action }) => action === 'rollback')).toHaveLength(
      1,
    )
  })
})
