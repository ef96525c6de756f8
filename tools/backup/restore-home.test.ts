import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { type CopySink, supportedFacts } from '@propsight/supabase/cluster-copy'
import { newestMigration } from '@propsight/supabase/level'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { writeArchive } from './backup-home.ts'
import { FORMAT, type Manifest } from './manifest.ts'
import { restoreHome } from './restore-home.ts'

const folder = mkdtempSync(join(tmpdir(), 'propsight-archive-'))
const home = join(folder, 'home')
const file = join(folder, 'saved.tar.gz')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const manifest = async (changes: Partial<Manifest> = {}): Promise<Manifest> => ({
  product: 'propsight',
  format: FORMAT,
  madeAt: '2026-07-18T16:00:00.000Z',
  migration: (await newestMigration()) ?? '',
  database: await supportedFacts(),
  ...changes,
})
const put = (sink: CopySink, path: string, text: string) =>
  sink.file(path, text.length, Readable.from([Buffer.from(text)]))
const write = (of: Manifest, path = 'secrets.json') =>
  writeArchive(file, of, (sink) => put(sink, path, 'x'.repeat(100_000)))
const restore = () => restoreHome(file, home, async () => true)

describe('restore from an unusable backup file', () => {
  beforeEach(() => {
    rmSync(file, { force: true })
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'current.txt'), 'current')
  })

  it.each([
    ['is missing', async () => {}, 'does not exist'],
    ['is not an archive', async () => writeFileSync(file, 'a picture'), 'is not a backup'],
    [
      'is another archive',
      async () => writeFileSync(file, gzipSync(Buffer.alloc(10_240))),
      'is not a backup',
    ],
    [
      'is truncated',
      async () => {
        await write(await manifest())
        truncateSync(file, (await stat(file)).size - 40)
      },
      'ends early or is damaged',
    ],
    [
      'is of a newer release',
      async () => write(await manifest({ migration: '99991231000000' })),
      'of a newer release',
    ],
    ['has a newer format', async () => write(await manifest({ format: FORMAT + 1 })), 'has format 2'],
    [
      'is of another processor',
      async () => write(await manifest({ database: { ...(await supportedFacts()), arch: 'vax' } })),
      'another processor (vax',
    ],
    [
      'contains a path outside',
      async () => write(await manifest(), 'bundles/../../evil'),
      'which is not part of a backup',
    ],
    [
      'contains a Windows path outside',
      async () => write(await manifest(), 'bundles/..\\..\\evil'),
      'which is not part of a backup',
    ],
    [
      'contains an unknown file',
      async () => write(await manifest(), 'running.json'),
      'which is not part of a backup',
    ],
    ['lacks its database', async () => write(await manifest()), 'the database in the backup is incomplete'],
  ])('fails with a reason and keeps the current files when it %s', async (_, make, words) => {
    await make()
    await expect(restore()).rejects.toThrow(words)
    expect(readFileSync(join(home, 'current.txt'), 'utf8')).toBe('current')
    expect(existsSync(join(folder, 'evil'))).toBe(false)
  })
})

it('writeArchive removes its file when the backup fails', async () => {
  rmSync(file, { force: true })
  const broken = writeArchive(file, await manifest(), async (sink) => {
    await put(sink, 'secrets.json', 'x')
    throw new Error('disk failure')
  })
  await expect(broken).rejects.toThrow('disk failure')
  expect(existsSync(file)).toBe(false)
})
