import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releasesResponse } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBundleStore } from '../services/releases/store/bundle-store.ts'
import { createFolderObjects } from '../services/releases/store/folder-objects.ts'
import {
  bundleOf,
  call,
  deploy,
  deployLive,
  deployPartOf,
  formOf,
  newRemote,
  OPERATOR_KEY,
  publishRow,
  sendForm,
} from '../testing/deploys.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'propsight-deploys-'))
  api = await startTestApi({ env: { ADMIN_KEY: OPERATOR_KEY }, bundlesDir: folder, instances: 2 })
})
afterAll(async () => {
  await api?.close()
  await rm(folder, { recursive: true, force: true })
})

const store = () => createBundleStore(createFolderObjects(folder))
const UNPUBLISHED = { isPublished: false, until: Number.POSITIVE_INFINITY }
const stored = async (name: string) => (await store().list(name)).map(({ version }) => version).sort()
const history = async (name: string) => {
  const { body } = await call(api.url, 'GET', `/api/remotes/${name}/releases`, { key: OPERATOR_KEY })
  return releasesResponse.parse(body)
}
const file = (path: string) => fetch(`${api.url}/bundles/${path}`)

describe('F2 a deploy', () => {
  it('is checked, stored and live on every instance', async () => {
    const name = newRemote()
    const code = `export const text = '${'long enough to compress '.repeat(100)}'\n`
    const bundle = bundleOf(name, '1.0.0', { 'static/lazy.js': code })
    const { status, deployed, rollout } = await deployLive(api.url, bundle, { message: 'the first one' })
    expect(deployed?.report.findings.filter(({ level }) => level === 'error')).toEqual([])
    expect([status, deployed?.published, rollout.live]).toEqual([201, true, '1.0.0'])
    for (const url of api.urls) {
      const answer = await fetch(`${url}/bundles/${name}/1.0.0/static/lazy.js`, {
        headers: { 'accept-encoding': 'br' },
      })
      expect(answer.headers.get('content-encoding')).toBe('br')
      expect(await answer.text()).toBe(code)
    }
    expect(await history(name)).toMatchObject({
      rollout: { live: '1.0.0', generation: 2 },
      releases: [{ version: '1.0.0', state: 'live', message: 'the first one', publishedBy: 'operator' }],
    })
  })

  it('that never became live cannot be the target of a rollback', async () => {
    const name = newRemote()
    await deployLive(api.url, bundleOf(name, '1.0.0'))
    await deploy(api.url, bundleOf(name, '1.1.0'))
    const body = { version: '1.1.0', force: true }
    const refused = await call(api.url, 'POST', `/api/remotes/${name}/rollback`, { key: OPERATOR_KEY, body })
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('never live') } })
  })
})

describe('F4 a failing deploy', () => {
  it('keeps the old release live and the store clean when the database fails before the publication', async () => {
    const name = newRemote()
    await deployLive(api.url, bundleOf(name, '1.0.0'))
    const { rollouts } = api.instances[0]?.deps.repositories ?? {}
    if (!rollouts) throw new Error('no instance')
    const { publish } = rollouts
    rollouts.publish = async () => {
      throw new Error('the database went away')
    }
    const failed = await deploy(api.url, bundleOf(name, '1.1.0')).finally(() => {
      rollouts.publish = publish
    })
    expect(failed).toMatchObject({ status: 500, body: { code: 'INTERNAL' } })
    expect((await history(name)).rollout.live).toBe('1.0.0')
    expect(await stored(name)).toEqual(['1.0.0'])
  })

  it('keeps the old release live and answers 503 when the disk is full', async () => {
    const name = newRemote()
    await deployLive(api.url, bundleOf(name, '1.0.0'))
    const { bundles } = api.instances[0]?.deps ?? {}
    if (!bundles) throw new Error('no instance')
    const { put } = bundles
    bundles.put = async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    const failed = await deploy(api.url, bundleOf(name, '1.1.0')).finally(() => {
      bundles.put = put
    })
    expect(failed).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect((await history(name)).rollout.live).toBe('1.0.0')
    const uploads = await api.admin.from('remote_uploads').select('id').eq('name', name)
    expect(uploads.data).toEqual([])
    expect((await deploy(api.url, bundleOf(name, '1.1.0'))).status).toBe(201)
  })

  it('is refused with 422 when another remote took its path while the files were stored', async () => {
    const name = newRemote()
    const other = newRemote()
    const { bundles } = api.instances[0]?.deps ?? {}
    if (!bundles) throw new Error('no instance')
    const { put } = bundles
    bundles.put = async (...args) => {
      await publishRow(api, other, '1.0.0', {}, `/${name}`)
      return put(...args)
    }
    const { status, deployed } = await deploy(api.url, bundleOf(name, '1.0.0')).finally(() => {
      bundles.put = put
    })
    expect(status).toBe(422)
    expect(deployed?.report.findings.map(({ check }) => check)).toContain('placement')
    expect(await stored(name)).toEqual([])
  })

  it('is cleaned up by the next one after a crash, while other running uploads are kept', async () => {
    const name = newRemote()
    await deploy(api.url, bundleOf(name, '1.0.0'))
    const files = new Map([['entry.js', new Uint8Array([49])]])
    await store().put({ name, version: '6.6.6' }, files, UNPUBLISHED)
    await store().put({ name, version: '7.7.7' }, files, UNPUBLISHED)
    const begun = { p_name: name, p_version: '7.7.7', p_actor: 'another', p_seconds: 60 }
    expect((await api.admin.rpc('begin_upload', begun)).error).toBeNull()
    // The version of the crashed deploy is deployed again with its real content.
    expect((await deploy(api.url, bundleOf(name, '6.6.6'))).status).toBe(201)
    expect(await stored(name)).toEqual(['1.0.0', '6.6.6', '7.7.7'])
    expect(await (await file(`${name}/6.6.6/entry.js`)).text()).toContain('init()')
  })

  it.each<[string, (files: Record<string, string>, part: ReturnType<typeof deployPartOf>) => void, RegExp]>([
    [
      'a tampered file',
      (files) => {
        files['entry.js'] = `${files['entry.js']} `.slice(1)
      },
      /did not arrive as/,
    ],
    [
      'a longer file',
      (files) => {
        files['entry.js'] += 'x'
      },
      /longer than/,
    ],
    [
      'an unlisted file',
      (files) => {
        files['extra.js'] = '1'
      },
      /not listed/,
    ],
    ['a missing file', (files) => delete files['static/style.css'], /was not sent/],
    [
      'a path to a parent folder',
      (_, part) => {
        part.files[0] = { ...part.files[0], path: '../../x.js' } as never
      },
      /not a plain path/,
    ],
    [
      'an absolute path',
      (_, part) => {
        part.files[0] = { ...part.files[0], path: '/x.js' } as never
      },
      /not a plain path/,
    ],
    [
      'compressed files',
      (_, part) => {
        part.files[0] = { ...part.files[0], path: 'x.js.br' } as never
      },
      /not a plain path/,
    ],
    ['a path listed twice', (_, part) => part.files.push(part.files[0] as never), /listed twice/],
    [
      'more bytes than allowed',
      (_, part) => {
        part.files[0] = { ...part.files[0], size: 20_000_001 } as never
      },
      /20 MB/,
    ],
    [
      'the name of another remote',
      (_, part) => Object.assign(part.declaration ?? {}, { name: 'other' }),
      /a release of 'other'/,
    ],
  ])('stores nothing and answers with the reason for %s', async (_, spoil, words) => {
    const bundle = bundleOf(newRemote(), '1.0.0')
    const part = deployPartOf(bundle)
    spoil(bundle.files, part)
    const { status, body } = await sendForm(api.url, bundle.name, formOf(part, bundle.files))
    expect([400, 413]).toContain(status)
    expect(JSON.stringify(body)).toMatch(words)
    expect(await stored(bundle.name)).toEqual([])
  })
})
