import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { acceptsContract, type ConfigOf } from './remote-contract.ts'

describe('F4 acceptsContract', () => {
  it('accepts the same major with an equal or older minor', () => {
    expect(acceptsContract('1.2', '1.2')).toBe(true)
    expect(acceptsContract('1.2', '1.0')).toBe(true)
    expect(acceptsContract('1.2.9', '1.2')).toBe(true)
  })
  it('refuses a newer minor, another major and anything malformed', () => {
    expect(acceptsContract('1.2', '1.3')).toBe(false)
    expect(acceptsContract('1.2', '2.0')).toBe(false)
    for (const bad of ['', '1', 'x', '1.x', '1.2.3.4', ' 1.2', '-1.0'])
      expect(acceptsContract('1.2', bad)).toBe(false)
  })
  it('never accepts another major version', () => {
    fc.assert(
      fc.property(fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99), (hostMajor, hostMinor, major, minor) => {
        const accepted = acceptsContract(`${hostMajor}.${hostMinor}`, `${major}.${minor}`)
        expect(accepted).toBe(hostMajor === major && hostMinor >= minor)
      }),
    )
  })
})

it('F2 a configuration has the types of the defaults in its declaration', () => {
  const declaration = {
    config: { shown: { type: 'boolean', default: false }, limit: { type: 'integer', default: 10 } },
  }
  type Config = ConfigOf<typeof declaration>
  expectTypeOf<Config>().toEqualTypeOf<{ readonly shown: boolean; readonly limit: number }>()
  expectTypeOf<ConfigOf<object>>().toEqualTypeOf<Readonly<Record<string, boolean | number | string>>>()
})
