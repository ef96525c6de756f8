import { afterEach, expect, it, vi } from 'vitest'
import { CONFIG } from '../testing/fake-services.tsx'
import { readPageConfig } from './page-config.ts'

const page = (text: string) => {
  document.body.innerHTML = '<script type="application/json" id="propsight-config"></script>'
  const block = document.getElementById('propsight-config')
  if (block) block.textContent = text
}
afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

it('readPageConfig returns the config in the page, and names a missing or invalid field', () => {
  expect(() => readPageConfig(document)).toThrow('propsight-config')
  page(JSON.stringify(CONFIG))
  expect(readPageConfig(document)).toEqual(CONFIG)
  page(JSON.stringify({ ...CONFIG, publishableKey: 5 }))
  expect(() => readPageConfig(document)).toThrow('publishableKey')
})

it('readPageConfig takes the live day from the device on the static page, and from the server on others', () => {
  vi.useFakeTimers({ now: new Date('2026-07-21T03:00:00Z') })
  const live = { ...CONFIG, dataSource: { ...CONFIG.dataSource, kind: 'live' } as const }
  page(JSON.stringify(live))
  expect(readPageConfig(document).dataSource.today).toBe('2026-07-20')
  page(JSON.stringify(CONFIG))
  expect(readPageConfig(document).dataSource.today).toBe(CONFIG.dataSource.today)
  page(JSON.stringify(live))
  document.body.insertAdjacentHTML(
    'beforeend',
    '<script type="application/json" id="propsight-registry"></script>',
  )
  expect(readPageConfig(document).dataSource.today).toBe(CONFIG.dataSource.today)
})
