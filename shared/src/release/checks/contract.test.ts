// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createDeclaration, findingsOf, HOST, live, shellFiles } from '../testing/release-fixture.ts'

const against = (contract: string, host: string | null) =>
  findingsOf('contract', {
    declaration: createDeclaration({ contract }),
    host: host === null ? null : { ...HOST, contract: host },
  })

describe('F4 contract of a remote', () => {
  it.each([
    ['1.0', '1.0'],
    ['1.0', '1.7'],
    ['2.1', '2.1'],
  ])('%s is accepted by a shell with %s', async (contract, host) => {
    expect(await against(contract, host)).toEqual([])
  })
  it.each([
    ['2.0', '1.7', /before any download; build against 1\.7/],
    ['1.0', '2.0', /before any download/],
    ['1.8', '1.7', /wait for the newer shell/],
    ['one', '1.7', /not a contract version/],
  ])('%s is refused by a shell with %s', async (contract, host, why) => {
    const messages = await against(contract, host)
    expect(messages.join()).toMatch(/^error/)
    expect(messages.join()).toMatch(why)
  })
  it('causes a warning instead of a comparison without a live shell', async () => {
    expect((await against('9.0', null)).join()).toMatch(/^warning: no shell is live/)
  })
})

describe('F4 contract of a shell', () => {
  const shellWith = (contract: string, ...others: string[]) =>
    findingsOf('contract', {
      declaration: null,
      files: shellFiles({ ...HOST, contract }),
      others: others.map((one, at) => live(`remote-${at}`, { contract: one })),
    })

  it('passes when it accepts every live remote', async () => {
    expect(await shellWith('1.2', '1.0', '1.2')).toEqual([])
  })
  it('is refused when it does not accept a live remote', async () => {
    expect((await shellWith('2.0', '2.0', '1.0')).join()).toMatch(/would refuse 'remote-1'/)
    expect(await shellWith('1.0', '1.1')).toHaveLength(1)
  })
})
