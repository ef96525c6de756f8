import { afterEach, expect, it } from 'vitest'
import { CONFIG } from '../testing/fake-services.tsx'
import { readPageConfig } from './page-config.ts'

const page = (text: string) => {
  document.body.innerHTML = '<script type="application/json" id="propsight-config"></script>'
  const block = document.getElementById('propsight-config')
  if (block) block.textContent = text
}
afterEach(() => {
  document.body.innerHTML = ''
})

it('readPageConfig returns the config in the page, and names a missing or invalid field', () => {
  expect(() => readPageConfig(document)).toThrow('propsight-config')
  page(JSON.stringify(CONFIG))
  expect(readPageConfig(document)).toEqual(CONFIG)
  page(JSON.stringify({ ...CONFIG, publishableKey: 5 }))
  expect(() => readPageConfig(document)).toThrow('publishableKey')
})
