import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
/** The files whose schemas read the environment of the API. */
const SCHEMAS = ['env.ts', 'ai-variables.ts', 'bundle-variables.ts', 'push-variables.ts']

it('docs/configuration.md lists every variable that the API reads', () => {
  const text = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8')
  const listed = new Set([...text.matchAll(/`([A-Z][A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name]) => name))
  const read = SCHEMAS.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(
      ([, name = '']) => name,
    ),
  )
  expect(read.length).toBeGreaterThan(60)
  expect(read.filter((name) => !listed.has(name))).toEqual([])
})
