import { expect, it, vi } from 'vitest'
import { loadLog, recordLoad } from './load-log.ts'

it('F4 the load log keeps one record per release, notifies its subscribers, and is bounded', () => {
  const changed = vi.fn()
  const end = loadLog.subscribe(changed)
  recordLoad({ name: 'alpha', version: '1.0.0', state: 'loading', trace: '1a', ms: 0, at: 5 })
  recordLoad({ name: 'alpha', version: '1.0.0', state: 'failed', kind: 'timeout', trace: '1a', ms: 9, at: 5 })
  recordLoad({
    name: 'alpha',
    version: '0.9.0',
    state: 'loaded',
    trace: '2b',
    ms: 4,
    at: 14,
    fallbackOf: '1.0.0',
  })
  expect(loadLog.get().map(({ version, state }) => [version, state])).toEqual([
    ['1.0.0', 'failed'],
    ['0.9.0', 'loaded'],
  ])
  expect(changed).toHaveBeenCalledTimes(3)
  end()
  for (let patch = 0; patch < 80; patch++)
    recordLoad({ name: 'beta', version: `1.0.${patch}`, state: 'loaded', trace: '3c', ms: 1, at: patch })
  expect(loadLog.get()).toHaveLength(60)
  expect(loadLog.get().at(-1)?.version).toBe('1.0.79')
  expect(changed).toHaveBeenCalledTimes(3)
})
