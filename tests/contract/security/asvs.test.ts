import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
const STATUSES = ['met', 'not applicable', 'accepted']
/** Requires a reason of more than one word. */
const MIN_REASON_CHARS = 15

const rows = readFileSync(join(ROOT, 'docs/security/asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [id = '', requirement = '', status = '', how = '', evidence = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return {
      id,
      requirement,
      status,
      how,
      paths: [...evidence.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? ''),
    }
  })

describe('the table of ASVS requirements', () => {
  it('lists each requirement once, with a status and a reason', () => {
    expect(rows.length).toBeGreaterThan(200)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    for (const { id, requirement, status, how } of rows) {
      expect(id).toMatch(/^\d+\.\d+\.\d+$/)
      expect(requirement, id).not.toBe('')
      expect(STATUSES, id).toContain(status)
      expect(how.length, id).toBeGreaterThanOrEqual(MIN_REASON_CHARS)
    }
  })

  it('cites only existing files as evidence', () => {
    for (const { id, paths } of rows) {
      expect(paths.length, id).toBeGreaterThan(0)
      expect(
        paths.filter((path) => !existsSync(join(ROOT, path))),
        id,
      ).toEqual([])
    }
  })
})
