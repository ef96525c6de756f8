import { expect, it, vi } from 'vitest'
import { createWritableValue } from './writable-value.ts'

it('a writable value keeps a subscription when another one of the same function ends', () => {
  const value = createWritableValue(0)
  const onChange = vi.fn()
  const ends = [value.subscribe(onChange), value.subscribe(onChange)]
  ends[1]?.()
  ends[1]?.()
  value.set(1)
  expect(onChange).toHaveBeenCalledOnce()
  ends[0]?.()
  value.set(2)
  expect(onChange).toHaveBeenCalledOnce()
})
