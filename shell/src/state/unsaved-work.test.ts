import { expect, it } from 'vitest'
import { hasUnsavedWork, registerUnsavedWork } from './unsaved-work.ts'

it('hasUnsavedWork is true while any check returns true or throws', () => {
  let dirty = false
  expect(hasUnsavedWork()).toBe(false)
  const end = registerUnsavedWork(() => dirty)
  expect(hasUnsavedWork()).toBe(false)
  dirty = true
  expect(hasUnsavedWork()).toBe(true)
  end()
  expect(hasUnsavedWork()).toBe(false)
  const endBroken = registerUnsavedWork(() => {
    throw new Error('the remote is gone')
  })
  expect(hasUnsavedWork()).toBe(true)
  endBroken()
})
