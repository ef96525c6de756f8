import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runCommand } from '@propsight/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyLine, faultyLine } from './faulty-tcp-proxy.ts'
import { ADMIN_KEY, newName, openRig, type Rig, writeBuild } from './command-fixture.ts'

const COMMAND = resolve(import.meta.dirname, '../../../tools/tasks/product/remote.ts')
const PICTURE_BYTES = 600_000

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig?.close())

/** A build that takes a while to upload. */
function heavyBuild(name: string): string {
  const dist = writeBuild(rig, name, 'heavy')
  writeFileSync(join(dist, 'picture.png'), randomBytes(PICTURE_BYTES))
  return dist
}

const nothingOf = async (name: string) => {
  expect(existsSync(join(rig.bundles, name))).toBe(false)
  expect((await rig.json(['list', name])).code).toBe(1)
}

async function onLine(fault: Parameters<typeof faultyLine>[1], work: (line: FaultyLine) => Promise<void>) {
  const line = await faultyLine(rig.api.url, fault)
  try {
    await work(line)
  } finally {
    await line.close()
  }
}
const held = { kind: 'holds-upload', afterBytes: 50_000 } as const

describe('F2 a deploy interrupted during its upload', () => {
  it('by kill -9 stores nothing, and the next deploy succeeds', async () => {
    const name = newName()
    const dist = heavyBuild(name)
    await onLine(held, async ({ url, failed }) => {
      const child = spawn(process.execPath, [COMMAND, 'deploy', name, '--dist', dist], {
        env: { ...process.env, PROPSIGHT_API: url, PROPSIGHT_TOKEN: ADMIN_KEY },
        stdio: 'ignore',
      })
      const gone = new Promise<NodeJS.Signals | null>((done) =>
        child.once('exit', (_, signal) => done(signal)),
      )
      await Promise.race([failed, gone])
      child.kill('SIGKILL')
      expect(await gone).toBe('SIGKILL')
    })
    await nothingOf(name)
    expect(await rig.json(['deploy', name, '--dist', dist])).toMatchObject({
      code: 0,
      body: { published: true },
    })
  })

  it('by Ctrl-C exits with code 130 and stores nothing', async () => {
    const name = newName()
    const dist = heavyBuild(name)
    await onLine(held, async ({ url, failed }) => {
      const stop = new AbortController()
      void failed.then(() => stop.abort())
      const { code, stderr } = await runCommand(['deploy', name, '--dist', dist], {
        env: { PROPSIGHT_API: url, PROPSIGHT_TOKEN: ADMIN_KEY },
        signal: stop.signal,
      })
      expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringContaining('Stopped') })
    })
    await nothingOf(name)
  })
})

describe('F2 a lost answer', () => {
  const over = (url: string, args: string[]) =>
    runCommand([...args, '--json'], { env: { PROPSIGHT_API: url, PROPSIGHT_TOKEN: ADMIN_KEY } })

  it('of a deploy is requested again, and the release is published once', async () => {
    const name = newName()
    await onLine({ kind: 'loses-answer', of: /^POST \/api\/remotes/ }, async ({ url }) => {
      const outcome = await over(url, ['deploy', name, '--dist', writeBuild(rig, name, 'one')])
      expect(outcome.code).toBe(0)
      expect(outcome.json()).toMatchObject({ ok: true, published: false })
    })
    expect((await rig.json(['list', name])).body.releases).toHaveLength(1)
  })

  it('of a rollback is reported as a success, and the rollback happens once', async () => {
    const name = newName()
    const [first] = [await rig.json(['deploy', name, '--dist', writeBuild(rig, name, 'one')])]
    await rig.json(['deploy', name, '--dist', writeBuild(rig, name, 'two')])
    await onLine({ kind: 'loses-answer', of: /^POST \/api\/remotes/ }, async ({ url }) => {
      const outcome = await over(url, ['rollback', name])
      expect(outcome.code).toBe(0)
      expect(outcome.json()).toMatchObject({ rollout: { live: first.body.version } })
    })
    const { body } = await rig.json(['list', name])
    expect(body.events).toEqual(expect.arrayContaining([expect.objectContaining({ action: 'rollback' })]))
    expect((body.events as { action: string }[]).filter(({ action }) => action === 'rollback')).toHaveLength(
      1,
    )
  })
})
