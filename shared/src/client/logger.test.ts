import { afterEach, expect, it } from 'vitest'
import { createLogger, DEBUG_KEY } from './logger.ts'

afterEach(() => localStorage.clear())

it('S12 createLogger logs only when the debug flag is "true"', () => {
  const seen: unknown[][] = []
  const log = createLogger(undefined, (...parts) => seen.push(parts))
  log('one')
  localStorage.setItem(DEBUG_KEY, '1')
  log('two')
  localStorage.setItem(DEBUG_KEY, 'true')
  log('three', 3)
  expect(seen).toEqual([['three', 3]])
})
