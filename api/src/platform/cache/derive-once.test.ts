import { expect, it, vi } from 'vitest'
import { deriveOnce } from './cache.ts'

it('a derived value is computed once per source and inputs, and again after a failure', () => {
  const derive = vi.fn((source: { count: number }, factor: number, _label: string) => {
    if (factor < 0) throw new RangeError('negative')
    return source.count * factor
  })
  const scaled = deriveOnce(derive, (_, factor) => [factor])
  const source = { count: 3 }
  expect([scaled(source, 2, 'a'), scaled(source, 2, 'b'), scaled({ count: 3 }, 2, 'a')]).toEqual([6, 6, 6])
  expect(derive).toHaveBeenCalledTimes(2)
  expect(scaled(source, 5, 'a')).toBe(15)
  for (const _ of [1, 2]) expect(() => scaled(source, -1, 'a')).toThrow('negative')
  expect(scaled(source, 5, 'a')).toBe(15)
  expect(derive).toHaveBeenCalledTimes(5)
})

it('a derived value depends on all further arguments by default, also on undefined ones', () => {
  const derive = vi.fn((_source: object, ...tags: readonly unknown[]) => tags.length)
  const tagged = deriveOnce(derive)
  const source = {}
  expect([tagged(source), tagged(source, undefined), tagged(source, undefined)]).toEqual([0, 1, 1])
  expect(derive).toHaveBeenCalledTimes(2)
})
