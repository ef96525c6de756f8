import { expect, it } from 'vitest'
import { auditAdvisories, auditLockfile, exitCodeOf } from './audit-dependencies.ts'

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

it.each([
  ['nothing', ''],
  ['a page', '<html>502</html>'],
  ['an error', '{"error":{"code":"ERR_PNPM_AUDIT_BAD_RESPONSE"}}'],
  ['null', 'null'],
])(
  'auditAdvisories says that nothing was checked when the service answers with %s, and the code is 2',
  (_, answer) => {
    const finding = auditAdvisories(() => answer)
    expect(finding.words).toMatch(/^not checked/)
    expect(exitCodeOf([{ state: 'passed' }, finding])).toBe(2)
    expect(exitCodeOf([{ state: 'failed' }, finding])).toBe(1)
  },
)

it('auditAdvisories passes without advisories, and names each one', () => {
  const none = auditAdvisories(() => '{"advisories":{}}')
  expect([none.state, exitCodeOf([none])]).toEqual(['passed', 0])
  const one = { module_name: 'a', severity: 'high', title: 'b' }
  expect(auditAdvisories(() => JSON.stringify({ advisories: { 1: one } }))).toMatchObject({
    state: 'failed',
    words: '1: a: high, b',
  })
})
