import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '../federation/apps.ts'
import { writeRelease } from '../federation/build-apps.ts'
import { notLiveReason, publishTo } from './publish-local.ts'

const release = { name: 'picks', version: '1.1.0' }
const rollout = {
  name: 'picks',
  generation: 3,
  live: '1.0.0',
  previous: null,
  canary: null,
  halted: null,
  retired: null,
  updatedAt: '2026-07-15T16:00:00+00:00',
}

it('F2 notLiveReason names builds that are not live for all visitors, with the reason', () => {
  expect(notLiveReason(release, { ...rollout, live: '1.1.0' })).toBeNull()
  expect(notLiveReason(release, rollout)).toBe(
    'picks 1.1.0 stays withdrawn, 1.0.0 is live; deploy it to bring it back',
  )
  const canary = { version: '1.1.0', percent: 10, since: rollout.updatedAt }
  expect(notLiveReason(release, { ...rollout, canary })).toBe('picks 1.1.0 stays a canary of 10 %')
})

describe('a project with releases of several teams', () => {
  const OWN = '2.0.0-abcdef12'
  let home: string
  let apps: App[]
  let server: Server
  let url: string
  /** Bodies of `publish_release`. */
  let published: { p_release: { name: string; version: string }; p_options: object }[]

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'propsight-release-'))
    published = []
    apps = await Promise.all(
      ['kept', 'same', 'absent'].map(async (name): Promise<App> => {
        const folder = join(home, name)
        const dist = join(folder, 'dist')
        mkdirSync(dist, { recursive: true })
        writeFileSync(join(dist, 'entry.js'), `var ${name} = 1`)
        const manifest = {
          metaData: { globalName: `${name}_abcdef12`, remoteEntry: { name: 'entry.js', path: '' } },
          exposes: [{ path: './remote', assets: { js: { sync: [] }, css: { sync: [] } } }],
        }
        writeFileSync(join(dist, 'mf-manifest.json'), JSON.stringify(manifest))
        const app: App = {
          name,
          folder,
          declaration: { name, contract: '1.0', placement: { mount: 'overlay', title: name } },
        }
        await writeRelease(app, dist, OWN)
        return app
      }),
    )
    const answers: Record<string, (body: (typeof published)[number]) => unknown> = {
      rollouts: () => [
        { ...rollout, name: 'kept', live: '1.0.0' },
        { ...rollout, name: 'same', live: OWN },
      ],
      begin_upload: () => ({ id: crypto.randomUUID(), published: false }),
      publish_release(body) {
        published.push(body)
        return { ...rollout, name: body.p_release.name, live: body.p_release.version }
      },
    }
    server = createServer(async (request, response) => {
      const answer = answers[request.url?.split('/').at(-1) ?? '']
      const body = request.method === 'POST' ? await json(request).catch(() => null) : null
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer?.(body as (typeof published)[number])))
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })
  afterEach(async () => {
    await new Promise((closed) => server.close(closed))
    rmSync(home, { recursive: true, force: true })
  })

  const publish = async (replace?: string[]) => {
    const notes: string[] = []
    const note = (text: string) => void notes.push(text)
    await publishTo({ url, secretKey: 'k', home, note, replace, apps, actor: 'npm run release' })
    return { notes, names: published.map(({ p_release }) => p_release.name).toSorted() }
  }

  it('gets what has no live release, and keeps the live release of another version, which is named', async () => {
    const { notes, names } = await publish([])
    expect(names).toEqual(['absent', 'same'])
    expect(notes).toEqual([`kept 1.0.0 is live and stays; this checkout has ${OWN}: --app kept replaces it`])
    expect(published[0]?.p_options).toMatchObject({ actor: 'npm run release', keepWithdrawn: true })
  })

  it('gets the named app instead of its live release', async () => {
    const { notes, names } = await publish(['kept'])
    expect(names).toEqual(['absent', 'kept', 'same'])
    expect(notes).toEqual([])
    const options = published.find(({ p_release }) => p_release.name === 'kept')?.p_options
    expect(options).toMatchObject({ keepWithdrawn: false })
  })

  it('gets every build at the start of the embedded product', async () => {
    expect((await publish()).names).toEqual(['absent', 'kept', 'same'])
  })
})
