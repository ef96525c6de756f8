import { expect, it } from 'vitest'
import { forShell } from './dev-for-built-shell.ts'

const allows = (origin: RegExp | (RegExp | string)[], requested: string) =>
  [origin].flat().some((each) => (typeof each === 'string' ? each === requested : each.test(requested)))

it('F5 a dev server for a built shell disables fast refresh and allows only that shell’s origin', () => {
  expect(forShell({})).toBeNull()
  const local = forShell({ PROPSIGHT_FOR_SHELL: '1' })
  expect(local?.react).toEqual({
    fastRefresh: false,
    swcReactOptions: { development: false, refresh: false },
  })
  expect(allows(local?.server.cors.origin ?? [], 'http://127.0.0.1:3000')).toBe(true)
  expect(allows(local?.server.cors.origin ?? [], 'https://app.example.com')).toBe(false)
  const hosted = forShell({ PROPSIGHT_FOR_SHELL: 'https://app.example.com/picks' })
  expect(allows(hosted?.server.cors.origin ?? [], 'https://app.example.com')).toBe(true)
  expect(allows(hosted?.server.cors.origin ?? [], 'https://elsewhere.example.com')).toBe(false)
  expect(() => forShell({ PROPSIGHT_FOR_SHELL: 'yes' })).toThrow(TypeError)
})
