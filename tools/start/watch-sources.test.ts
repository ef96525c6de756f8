import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SourceWatch, watchSources } from './restart-on-edit.ts'

describe('a watch of sources', () => {
  let folder: string
  let watch: SourceWatch
  let reports: string[][]
  let wake: () => void

  const at = (path: string) => join(folder, path)
  const write = (path: string, text: string) => writeFileSync(at(path), text)
  /** The next report after an edit. */
  const reportOf = async (edit: () => void): Promise<string[]> => {
    edit()
    while (reports.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    return reports.shift() ?? []
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'propsight-sources-'))
    mkdirSync(at('src/routes'), { recursive: true })
    write('src/main.ts', '1')
    write('src/routes/health.ts', '1')
    reports = []
    wake = () => undefined
    watch = watchSources(
      [at('src')],
      (files) => {
        reports.push(files.map((file) => relative(folder, file)))
        wake()
      },
      20,
    )
  })
  afterEach(() => {
    watch.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('reports a written, an added and a removed file', async () => {
    expect(await reportOf(() => write('src/routes/health.ts', '2'))).toEqual(['src/routes/health.ts'])
    expect(await reportOf(() => write('src/routes/lines.ts', '1'))).toEqual(['src/routes/lines.ts'])
    expect(await reportOf(() => rmSync(at('src/main.ts')))).toEqual(['src/main.ts'])
  })

  it('reports every save of an editor that replaces the file by renaming another', async () => {
    const save = (text: string) => {
      write('src/.health.tmp', text)
      renameSync(at('src/.health.tmp'), at('src/routes/health.ts'))
    }
    for (const text of ['2', '3']) expect(await reportOf(() => save(text))).toEqual(['src/routes/health.ts'])
    expect(await reportOf(() => write('src/routes/health.ts', '44'))).toEqual(['src/routes/health.ts'])
  })

  it('reports a file in a new folder, and its later edits', async () => {
    const add = () => {
      mkdirSync(at('src/jobs/nightly'), { recursive: true })
      write('src/jobs/nightly/grade.ts', '1')
    }
    expect(await reportOf(add)).toEqual(['src/jobs/nightly/grade.ts'])
    expect(await reportOf(() => write('src/jobs/nightly/grade.ts', '22'))).toEqual([
      'src/jobs/nightly/grade.ts',
    ])
  })

  it('ignores tests, test helpers and files that are not sources', async () => {
    const edit = () => {
      mkdirSync(at('src/testing'))
      write('src/testing/fake-clock.ts', '1')
      write('src/main.test.ts', '1')
      write('src/main.ts~', '1')
      write('src/main.ts', '22')
    }
    expect(await reportOf(edit)).toEqual(['src/main.ts'])
  })
})
