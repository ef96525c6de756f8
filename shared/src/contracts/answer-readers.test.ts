import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import * as contracts from './index.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Schemas with lists that are parsed as a whole on purpose, and why. */
const PARSED_WHOLE: Readonly<Record<string, string>> = {
  generateParlayResponse: 'an entry without one of its legs is another entry',
  registryEntrySchema: 'a release without one of its files is another release; a faulty one is skipped',
  contributionSchema: 'a condition that is not known must not be dropped; an unknown one is skipped',
  manifestSchema: 'a release without one of its files is another release',
  pageConfigSchema: 'the regions that are closed must be complete',
  confirmFactorResponse: 'recovery codes are shown once, and must be complete',
  exportResponse: 'an export must be complete',
  pickSchema: 'a pick that is about to be stored, and no answer',
}

const hasList = (schema: z.ZodType): boolean =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes('"type":"array"')

/** Names of the contracts with a list, except bodies and queries, which the API checks as a whole. */
const withLists = Object.entries(contracts).flatMap(([name, value]) =>
  value instanceof z.ZodType && !/Body$|Query$/.test(name) && hasList(value) ? [name] : [],
)

describe('the lists of answers', () => {
  it('are parsed entry by entry in browsers, by `readAnswer`', () => {
    const files = globSync(
      ['shell/src/**/*.{ts,tsx}', 'remotes/*/src/**/*.{ts,tsx}', 'shared/src/client/**/*.ts'],
      {
        cwd: ROOT,
      },
    ).filter((path) => !/\.test\.|\/testing\/|\/dev\//.test(path))
    expect(files.length).toBeGreaterThan(100)
    const whole = new RegExp(`\\b(${withLists.join('|')})\\s*\\.(parse|safeParse)\\(`, 'g')
    const found = files.flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(whole)].map((match) => `${path}: ${match[1]}`),
    )
    expect(
      found.filter((place) => !Object.keys(PARSED_WHOLE).some((name) => place.endsWith(`: ${name}`))),
    ).toEqual([])
  })

  it('include those of the board, of the odds and of the streams', () => {
    expect(withLists).toEqual(
      expect.arrayContaining([
        'fetchLinesResponse',
        'oddsResponse',
        'gameLogRecordSchema',
        'pitcherRecordSchema',
      ]),
    )
  })
})
