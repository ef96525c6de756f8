import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBundleStore } from './bundle-store.ts'
import { createFolderObjects } from './folder-objects.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'propsight-store-'))
  const release = join(folder, 'bundles/picks/0.1.0-abc')
  await mkdir(join(release, 'static'), { recursive: true })
  await writeFile(join(folder, 'secrets.json'), '{"key":"hunter2"}')
  await writeFile(join(release, 'static/app.js'), 'run()')
  await writeFile(join(release, 'static/app.js.br'), 'br')
  await writeFile(join(release, 'index.html'), '<html></html>')
  await writeFile(join(release, '.hidden.js'), 'no')
  await symlink(join(folder, 'secrets.json'), join(release, 'link.json'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the bundle store', () => {
  const store = () => createBundleStore(createFolderObjects(join(folder, 'bundles')))

  it('finds a published file with its compressed variants', async () => {
    const file = await store().find('picks/0.1.0-abc/static/app.js')
    expect(file).toMatchObject({
      contentType: 'text/javascript; charset=utf-8',
      plain: { size: 5 },
      gzip: null,
    })
    expect(file?.br?.size).toBe(2)
  })

  it.each([
    'picks/0.1.0-abc/../../../secrets.json',
    'picks/0.1.0-abc/static/../../../../secrets.json',
    '../secrets.json',
    'picks/0.1.0-abc/%2e%2e/%2e%2e/secrets.json',
    'picks/0.1.0-abc/..\\..\\secrets.json',
    'picks/0.1.0-abc/link.json',
    'picks/0.1.0-abc/.hidden.js',
    'picks/0.1.0-abc/index.html',
    'picks/0.1.0-abc/static',
    'picks/0.1.0-abc/static/app.js/',
    'picks/0.1.0-abc//static/app.js',
    'picks/0.1.0-abc/static/app.js\0.css',
    '/etc/passwd',
    '',
  ])('finds nothing at the path %j', async (path) => {
    expect(await store().find(path)).toBeNull()
  })

  it('reads no file outside its folder, whatever the path', async () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '',
      'picks',
      '0.1.0-abc',
      'secrets.json',
      '%2e%2e',
      '~',
      'link.json',
      '\\',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(part, fc.string({ maxLength: 6 })), { maxLength: 8 }),
        async (parts) => {
          const file = await store().find(parts.join('/'))
          const body = await file?.plain.open()
          const bytes = body instanceof Uint8Array ? Buffer.from(body) : body && (await buffer(body))
          if (bytes) expect(String(bytes)).toMatch(/^(run\(\)|br)$/)
        },
      ),
    )
  })

  it('reads the page of a release but follows no link out of the store', async () => {
    const release = { name: 'picks', version: '0.1.0-abc' }
    expect(String(await store().read(release, 'index.html'))).toBe('<html></html>')
    await expect(store().read(release, 'link.json')).rejects.toThrow('the store has no')
  })

  it('reads a file that was restored after its release was listed', async () => {
    const opened = store()
    const release = { name: 'picks', version: '0.1.0-abc' }
    await opened.read(release, 'index.html')
    const file = join(folder, 'bundles/picks/0.1.0-abc/restored.html')
    await writeFile(file, 'damaged')
    await opened.find('picks/0.1.0-abc/restored.json')
    await writeFile(file, '<p>restored</p>')
    expect(String(await opened.read(release, 'restored.html'))).toBe('<p>restored</p>')
  })
})
