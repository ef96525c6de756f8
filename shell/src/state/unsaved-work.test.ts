import { expect, it } from 'vitest'
import { hasUnsavedWork, registerUnsavedWork } from './unsaved-work.ts'

it('there is unsaved work while any check says so, and while one cannot say', () => {
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
