import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadOrCreateSecrets } from './secrets.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'propsight-secrets-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

it('loadOrCreateSecrets creates secrets once, readable by the owner only, without temporary files', () => {
  const made = loadOrCreateSecrets(join(home, 'state'))
  expect(loadOrCreateSecrets(join(home, 'state'))).toEqual(made)
  expect(statSync(join(home, 'state/secrets.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(home, 'state'))).toEqual(['secrets.json'])
  expect(loadOrCreateSecrets(join(home, 'other')).jwtSecret).not.toBe(made.jwtSecret)
})

it('loadOrCreateSecrets names an invalid file and keeps it', () => {
  const file = join(home, 'secrets.json')
  for (const text of ['', '{}', '{"jwtSecret":"short"}']) {
    writeFileSync(file, text)
    expect(() => loadOrCreateSecrets(home)).toThrow(file)
  }
  expect(readdirSync(home)).toEqual(['secrets.json'])
})
