import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { remoteKitResponse } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeDeps } from '../testing/fake-deps.ts'
import { testEnv } from '../testing/test-env.ts'
import { serveApp } from '../testing/with-app.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'propsight-kit-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('F2 the remote kit', () => {
  it('is served as it was packed last', async () => {
    const kit = join(folder, 'remote-kit.tgz')
    const app = await serveApp(fakeDeps({ env: testEnv({ REMOTE_KIT: kit }) }))
    const request = () => fetch(`${app.url}/api/remote-kit.tgz`)
    expect((await request()).status).toBe(404)
    for (const content of ['first', 'second']) {
      writeFileSync(kit, content)
      const answer = await request()
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/gzip')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(await answer.text()).toBe(content)
    }
    await app.close()
  })

  it('stays available to the lockfile of a project after the next release of the product', async () => {
    const kit = join(folder, 'kept-kit.tgz')
    const app = await serveApp(fakeDeps({ env: testEnv({ REMOTE_KIT: kit }) }))
    const readPath = async () => {
      const answer = await fetch(`${app.url}/api/remote-kit`)
      return remoteKitResponse.parse(await answer.json()).path
    }
    const readKit = (path: string) => fetch(`${app.url}${path}`)
    writeFileSync(kit, 'of this release')
    const path = await readPath()
    expect(await readPath()).toBe(path)
    writeFileSync(kit, 'of the next release')
    expect(await readPath()).not.toBe(path)
    const answer = await readKit(path)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await answer.text()).toBe('of this release')
    for (const unknown of [path.replace(/[0-9a-f]{16}/, '0'.repeat(16)), '/api/remote-kit-..%2f.tgz'])
      expect((await readKit(unknown)).status).toBe(404)
    await app.close()
  })

  it('is absent in an installation without one', async () => {
    const app = await serveApp(fakeDeps())
    const answer = await fetch(`${app.url}/api/remote-kit.tgz`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ message: 'This installation has no remote kit' })
    await app.close()
  })
})

describe('files that are not kept in memory', () => {
  it('are sent to one address eight at a time, and further requests are refused until one ends', async () => {
    const deps = fakeDeps()
    const streams: PassThrough[] = []
    const plain = {
      size: 2_000_000,
      open: async () => {
        const stream = new PassThrough()
        // The first bytes, so that the client gets the headers.
        stream.write('x')
        streams.push(stream)
        return stream
      },
    }
    const find = async () => ({ contentType: 'text/javascript', plain, br: null, gzip: null })
    const app = await serveApp({ ...deps, bundles: { ...deps.bundles, find } })
    const request = () => fetch(`${app.url}/bundles/shell/1.0.0/large.js`)
    const answers = await Promise.all(Array.from({ length: 8 }, request))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    const refused = await request()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
    expect(streams).toHaveLength(8)
    await answers[0]?.body?.cancel()
    await expect.poll(async () => (await request()).status).toBe(200)
    await Promise.all(answers.slice(1).map(({ body }) => body?.cancel()))
    await app.close()
  })
})
