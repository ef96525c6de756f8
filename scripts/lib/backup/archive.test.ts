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
import { type CopySink, readableFacts } from '@propsight/supabase/cluster-copy'
import { newestMigration } from '@propsight/supabase/level'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { FORMAT, type Manifest } from './manifest.ts'
import { restoreHome } from './restore-home.ts'
import { writeArchive } from './write-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'propsight-archive-'))
const [home, file] = [join(folder, 'home'), join(folder, 'saved.tar.gz')]
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const manifest = async (changes: Partial<Manifest> = {}): Promise<Manifest> => ({
  product: 'propsight',
  format: FORMAT,
  madeAt: '2026-07-18T16:00:00.000Z',
  migration: (await newestMigration()) ?? '',
  database: await readableFacts(),
  ...changes,
})
const put = (sink: CopySink, path: string, text: string) =>
  sink.file(path, text.length, Readable.from([Buffer.from(text)]))
const write = (of: Manifest, path = 'secrets.json') =>
  writeArchive(file, of, (sink) => put(sink, path, 'x'.repeat(100_000)))
const restore = () => restoreHome(file, home, async () => true)

describe('a file that is not taken back', () => {
  beforeEach(() => {
    rmSync(file, { force: true })
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'mine'), 'kept')
  })

  it.each([
    ['is not there', async () => {}, 'is not there'],
    ['is something else', async () => writeFileSync(file, 'a picture'), 'is no backup'],
    ['is another archive', async () => writeFileSync(file, gzipSync(Buffer.alloc(10_240))), 'is no backup'],
    [
      'ends early',
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
      'is of another machine',
      async () => write(await manifest({ database: { ...(await readableFacts()), arch: 'vax' } })),
      'another processor (vax',
    ],
    ['leads elsewhere', async () => write(await manifest(), 'bundles/../../evil'), 'which no backup does'],
    [
      'leads elsewhere on Windows',
      async () => write(await manifest(), 'bundles/..\\..\\evil'),
      'which no backup does',
    ],
    ['brings what is unknown', async () => write(await manifest(), 'running.json'), 'which no backup does'],
    ['lacks its database', async () => write(await manifest()), 'the database in the backup is not whole'],
  ])('%s: it says so, and what was there stays', async (_, make, words) => {
    await make()
    await expect(restore()).rejects.toThrow(words)
    expect(readFileSync(join(home, 'mine'), 'utf8')).toBe('kept')
    expect(existsSync(join(folder, 'evil'))).toBe(false)
  })
})

it('a backup that fails leaves no file behind', async () => {
  rmSync(file, { force: true })
  const broken = writeArchive(file, await manifest(), async (sink) => {
    await put(sink, 'secrets.json', 'x')
    throw new Error('the disk is gone')
  })
  await expect(broken).rejects.toThrow('the disk is gone')
  expect(existsSync(file)).toBe(false)
})
