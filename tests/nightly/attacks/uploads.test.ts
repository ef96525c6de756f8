import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { type RawRequest, sendRaw } from '@propsight/api/testing'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSafe } from './support/expect-safe.ts'
import { hugePng } from './support/huge-png.ts'
import { ADMIN_KEY, openTarget, type Target } from './support/target.ts'

const BOUNDARY = 'a-boundary-of-the-test'
const SECRET = 'a file outside the store'

let folder: string
let target: Target
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'propsight-attacked-'))
  const store = join(folder, 'bundles')
  await mkdir(join(store, 'picks/1.0.0/static'), { recursive: true })
  await writeFile(join(store, 'picks/1.0.0/static/a.js'), 'export {}')
  await writeFile(join(folder, 'secrets.json'), SECRET)
  await symlink(join(folder, 'secrets.json'), join(store, 'picks/1.0.0/static/link.json'))
  await symlink(folder, join(store, 'picks/1.0.0/up'))
  target = await openTarget({ BUNDLES_DIR: store })
}, 120_000)
afterAll(async () => {
  await target?.close()
  await rm(folder, { recursive: true, force: true })
}, 30_000)

const attack = async (sent: RawRequest) => {
  const answered = await sendRaw(target.url, sent)
  expectSafe(sent, answered, { ...target.secrets, 'file outside the store': SECRET })
  return answered
}
const listStoredFiles = async () =>
  (await readdir(folder, { recursive: true })).filter((path) => !path.includes('.staging')).toSorted()

/** Paths that lead outside the store or to hidden files. */
const PATHS = [
  '../../../secrets.json',
  '..%2f..%2f..%2fsecrets.json',
  '%2e%2e/%2e%2e/%2e%2e/secrets.json',
  '..%252f..%252fsecrets.json',
  '..\\..\\..\\secrets.json',
  '..%5c..%5csecrets.json',
  '....//....//secrets.json',
  '/etc/passwd',
  '//etc/passwd',
  'file:///etc/passwd',
  'C:\\windows\\win.ini',
  'static/link.json',
  'up/secrets.json',
  'static/a.js%00.json',
  'static/a.js\u0000',
  'static/%c0%ae%c0%ae/%c0%ae%c0%ae/secrets.json',
  'static/\u2025/secrets.json',
  'STATIC/A.JS',
  'static/a.js.',
  'static/a.js::$DATA',
  '.git/config',
  'static/.env',
  'static/a.js.br',
  'con.js',
  'index.html',
  'static/page.html',
]

describe('reading bundles', () => {
  it.each(PATHS)('reveals no file outside the store for %s', async (path) => {
    const raw = path.replaceAll('\u0000', '%00').replaceAll(/[^\u0021-\u007e]/g, encodeURIComponent)
    for (const base of ['/bundles/picks/1.0.0/', '/bundles/', '/bundles/picks/']) {
      const { text } = await attack({ method: 'GET', path: base + raw })
      expect(text).not.toMatch(/root:|\[fonts\]/)
    }
  })

  it('returns an existing file', async () => {
    expect((await attack({ method: 'GET', path: '/bundles/picks/1.0.0/static/a.js' })).status).toBe(200)
  })
})

const part = (name: string, content: string | Buffer, file = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const formOf = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
const integrity = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`
const deployJson = (files: { path: string; content: string }[], more = {}) =>
  JSON.stringify({
    version: '9.9.9',
    declaration: {
      name: 'picks',
      contract: '1.0',
      placement: { mount: 'page', paths: ['/x'], title: 'x', signIn: false },
      container: { file: 'a.js', global: 'x' },
    },
    files: files.map(({ path, content }) => ({ path, size: content.length, integrity: integrity(content) })),
    ...more,
  })
const upload = (body: Buffer, more: Record<string, string> = {}) =>
  attack({
    method: 'POST',
    path: '/api/remotes/picks/releases',
    headers: {
      authorization: `Bearer ${ADMIN_KEY}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...more,
    },
    body,
  })

describe('uploading a release', () => {
  it.each(PATHS)('writes no file for the path %s', async (path) => {
    const before = await listStoredFiles()
    const files = [{ path, content: 'x' }]
    const { status } = await upload(
      formOf(part('deploy', deployJson(files)), part(path, 'x', '; filename="x"')),
    )
    expect([400, 422]).toContain(status)
    expect(await listStoredFiles()).toEqual(before)
  })

  it.each([
    ['no boundary', Buffer.from('x'), { 'content-type': 'multipart/form-data' }, 415],
    ['an empty boundary', Buffer.from('x'), { 'content-type': 'multipart/form-data; boundary=' }, 400],
    [
      'another boundary',
      formOf(part('deploy', '{}')),
      { 'content-type': 'multipart/form-data; boundary=other' },
      400,
    ],
    ['no closing boundary', part('deploy', '{}'), {}, 400],
    [
      'thousands of fields',
      formOf(...Array.from({ length: 5_000 }, (_, at) => part(`f${at}`, 'x'))),
      {},
      null,
    ],
    [
      'thousands of files',
      formOf(
        part('deploy', deployJson([{ path: 'a.js', content: 'x' }])),
        ...Array.from({ length: 3_000 }, () => part('a.js', 'x', '; filename="x"')),
      ),
      {},
      null,
    ],
    [
      'endless part headers',
      formOf(Buffer.from(`--${BOUNDARY}\r\n${'x: y\r\n'.repeat(20_000)}\r\nx\r\n`)),
      {},
      400,
    ],
    ['a deploy part of a megabyte', formOf(part('deploy', ' '.repeat(1_000_000))), {}, 413],
    [
      'two deploy parts',
      formOf(
        part('deploy', deployJson([{ path: 'a.js', content: 'x' }])),
        part('deploy', deployJson([{ path: 'a.js', content: 'x' }])),
      ),
      {},
      400,
    ],
    [
      'a file larger than announced',
      formOf(
        part('deploy', deployJson([{ path: 'a.js', content: 'x' }])),
        part('a.js', 'x'.repeat(1e6), '; filename="x"'),
      ),
      {},
      400,
    ],
    [
      'announced sizes that overflow',
      formOf(part('deploy', deployJson([], { files: [{ path: 'a.js', size: 2 ** 53, integrity: 'x' }] }))),
      {},
      null,
    ],
    [
      'field names of object prototypes',
      formOf(part('__proto__', 'x'), part('constructor', 'x', '; filename="x"')),
      {},
      400,
    ],
    ['a compressed body', gzipSync(formOf(part('deploy', '{}'))), { 'content-encoding': 'gzip' }, 400],
  ] as const)('refuses %s', async (_what, body, headers, status) => {
    const answered = await upload(Buffer.from(body), headers)
    expect(answered.status).toBeGreaterThanOrEqual(400)
    if (status !== null) expect(answered.status).toBe(status)
  })
})

describe('a compressed body', () => {
  const bomb = Buffer.alloc(64 * 1024 * 1024, ' ')
  it.each([
    ['gzip', gzipSync(bomb)],
    ['deflate', deflateSync(bomb)],
    ['br', brotliCompressSync(bomb)],
    ['gzip, gzip', gzipSync(gzipSync(bomb))],
    ['x-nonsense', randomBytes(100)],
  ] as const)('is refused without unpacking it beyond the body limit: %s', async (encoding, body) => {
    const before = process.memoryUsage().rss
    for (const path of ['/api/loads', '/api/sync-picks', '/rest/v1/rpc/add_pick', '/auth/v1/signup']) {
      const headers = {
        'content-type': 'application/json',
        'content-encoding': encoding,
        authorization: `Bearer ${target.attacker.token}`,
      }
      const { status } = await sendRaw(target.url, { method: 'POST', path, headers, body })
      expect(status, path).toBeGreaterThanOrEqual(400)
      expect(status, path).toBeLessThan(500)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * 1024 * 1024 + body.length * 8)
  })
})

describe('an uploaded picture', () => {
  const imageRun = async () => {
    const user = await target.createUser()
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
    const { text } = await sendRaw(target.url, {
      method: 'POST',
      path: '/api/runs',
      headers,
      body: JSON.stringify({
        feature: 'image',
        category: 'Image',
        idempotencyKey: crypto.randomUUID(),
      }),
    })
    return { user, runId: JSON.parse(text).runId as string, text }
  }
  const small = () => sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
  const PICTURES: [string, () => Promise<Buffer> | Buffer, number[]][] = [
    ['of ten billion pixels', () => hugePng(100_000, 100_000), [400, 413, 422]],
    [
      'that is an SVG with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      [415],
    ],
    [
      'with an external XML entity',
      () =>
        Buffer.from(
          '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><svg>&b;</svg>',
        ),
      [415],
    ],
    [
      'that is a script with a GIF signature',
      () => Buffer.from('GIF89a/*<script>alert(1)</script>*/=1'),
      [400, 415, 422],
    ],
    ['that is truncated', async () => (await small().png().toBuffer()).subarray(0, 60), [400, 422]],
    ['that is a PDF', () => Buffer.from('%PDF-1.7 <script>'), [415]],
    ['that is empty', () => Buffer.alloc(0), [400, 415]],
    [
      'with appended HTML',
      async () =>
        Buffer.concat([await small().png().toBuffer(), Buffer.from('<html><script>alert(1)</script>')]),
      [200, 400, 422],
    ],
  ]
  it.each(PICTURES)('%s is refused or read safely', async (_what, make, allowed) => {
    const { user, runId, text } = await imageRun()
    expect(runId, text).toBeTruthy()
    const body = formOf(part('image', await make(), '; filename="../../x.png"\r\nContent-Type: image/png'))
    const answered = await attack({
      method: 'POST',
      path: `/api/extract-stats/mlb?runId=${runId}`,
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
      body,
    })
    expect(allowed, answered.text).toContain(answered.status)
    expect(answered.text).not.toContain('<script>')
  })
})
