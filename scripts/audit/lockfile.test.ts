import { expect, it } from 'vitest'
import { auditLockfile } from './lockfile.ts'

const HASH = `sha512-${'A'.repeat(86)}==`
const lockfile = (resolution: string) =>
  `lockfileVersion: '9.0'\n\npackages:\n\n  a@1.0.0:\n    resolution: {integrity: ${HASH}}\n\n  '@b/c@2.0.0':\n    resolution: ${resolution}\n\nsnapshots:\n\n  a@1.0.0: {}\n`
const statesOf = (text: string) => auditLockfile(text).map(({ state }) => state)

it('takes packages of the registry by their hash', () => {
  expect(statesOf(lockfile(`{integrity: ${HASH}}`))).toEqual(['passed', 'passed'])
})

it.each([
  ['no hash', '{tarball: file.tgz}', ['failed', 'failed']],
  ['a weak hash', '{integrity: sha1-abc}', ['failed', 'passed']],
  ['an address', `{integrity: ${HASH}, tarball: https://elsewhere.test/c.tgz}`, ['passed', 'failed']],
])('finds %s', (_what, resolution, states) => {
  expect(statesOf(lockfile(resolution))).toEqual(states)
})

it('does not take a file that it cannot read for a good one', () => {
  expect(statesOf('')).toContain('failed')
})
