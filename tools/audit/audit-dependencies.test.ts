import { expect, it } from 'vitest'
import { auditLockfile } from './audit-dependencies.ts'

const HASH = `sha512-${'A'.repeat(86)}==`
const lockfile = (resolution: string) =>
  `lockfileVersion: '9.0'\n\npackages:\n\n  a@1.0.0:\n    resolution: {integrity: ${HASH}}\n\n  '@b/c@2.0.0':\n    resolution: ${resolution}\n\nsnapshots:\n\n  a@1.0.0: {}\n`
const statesOf = (text: string) => auditLockfile(text).map(({ state }) => state)

it('auditLockfile passes registry packages with a hash', () => {
  expect(statesOf(lockfile(`{integrity: ${HASH}}`))).toEqual(['passed', 'passed'])
})

it.each([
  ['a missing hash', '{tarball: file.tgz}', ['failed', 'failed']],
  ['a weak hash', '{integrity: sha1-abc}', ['failed', 'passed']],
  ['a tarball address', `{integrity: ${HASH}, tarball: https://elsewhere.test/c.tgz}`, ['passed', 'failed']],
])('auditLockfile reports %s', (_what, resolution, states) => {
  expect(statesOf(lockfile(resolution))).toEqual(states)
})

it('auditLockfile fails for an empty file', () => {
  expect(statesOf('')).toContain('failed')
})
