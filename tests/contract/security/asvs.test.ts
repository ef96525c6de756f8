import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
/** How the text of a line begins that does not say how the requirement is met. */
const EXCEPTIONS = ['*accepted*: ', '*not applicable*: ']
/** Requires a reason of more than one word. */
const MIN_REASON_CHARS = 15

/** The ids of a line, how they are met, and the files at its end: `- 1.2.6, 1.2.7: …. \`file\` \`file\``. */
const LINE = /^- (\d[\d., ]*): (.*)\. ((?:`[^`]+` ?)*)$/

const lines = readFileSync(join(ROOT, 'docs/security/asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => /^- \d/.test(line))

const rows = lines.map((line) => {
  const [, ids = '', how = '', evidence = ''] = LINE.exec(line) ?? []
  return {
    ids: ids.split(', '),
    how,
    paths: [...evidence.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? ''),
  }
})

describe('the list of ASVS requirements', () => {
  it('lists each requirement once, with a reason', () => {
    const listed = rows.flatMap(({ ids }) => ids)
    expect(listed.length).toBeGreaterThan(200)
    expect(new Set(listed).size).toBe(listed.length)
    for (const id of listed) expect(id).toMatch(/^\d+\.\d+\.\d+$/)
    for (const { ids, how } of rows) {
      const exception = EXCEPTIONS.find((each) => how.startsWith(each)) ?? ''
      expect(how.slice(exception.length).length, ids.join()).toBeGreaterThanOrEqual(MIN_REASON_CHARS)
      expect(how.startsWith('*'), ids.join()).toBe(exception !== '')
    }
  })

  it('cites only existing files as evidence', () => {
    for (const { ids, paths } of rows) {
      const id = ids.join()
      expect(paths.length, id).toBeGreaterThan(0)
      expect(
        paths.filter((path) => !existsSync(join(ROOT, path))),
        id,
      ).toEqual([])
    }
  })
})
