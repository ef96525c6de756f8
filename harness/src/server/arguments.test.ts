import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.ts'

describe('F5 the dev script of a remote', () => {
  it('opens signed in, and takes the `--` that pnpm hands on', () => {
    expect(readArguments([])).toEqual({ scenario: 'signed-in', forShell: null, json: false, help: false })
    expect(readArguments(['--', '--scenario', 'slow', '--json'])).toMatchObject({
      scenario: 'slow',
      json: true,
    })
    expect(readArguments(['--for-shell']).forShell).toBe('1')
    expect(readArguments(['--shell', 'https://propsight.example']).forShell).toBe('https://propsight.example')
  })
  it('names the scenarios where it is given none of them, and refuses what it does not know', () => {
    expect(() => readArguments(['--scenario', 'sunny'])).toThrow(
      /'sunny' is no scenario; there are signed-in, /,
    )
    expect(() => readArguments(['--shell', 'propsight'])).toThrow(/is no origin/)
    expect(() => readArguments(['--scneario', 'slow'])).toThrow(/Unknown option/)
  })
})
