import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.ts'

describe('F5 arguments of the dev script of a remote', () => {
  it('default to signed in, and accept the `--` that pnpm passes on', () => {
    expect(readArguments([])).toEqual({ scenario: 'signed-in', forShell: null, json: false, help: false })
    expect(readArguments(['--', '--scenario', 'slow', '--json'])).toMatchObject({
      scenario: 'slow',
      json: true,
    })
    expect(readArguments(['--for-shell']).forShell).toBe('1')
    expect(readArguments(['--shell', 'https://propsight.example']).forShell).toBe('https://propsight.example')
  })
  it('are refused when unknown, with the list of scenarios', () => {
    expect(() => readArguments(['--scenario', 'sunny'])).toThrow(
      /'sunny' is not a scenario; there are signed-in, /,
    )
    expect(() => readArguments(['--shell', 'propsight'])).toThrow(/is not an origin/)
    expect(() => readArguments(['--scneario', 'slow'])).toThrow(/Unknown option/)
  })
})
