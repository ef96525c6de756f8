import { THEME_COOKIE } from '@propsight/shared/contracts'
import { afterEach, expect, it } from 'vitest'
import { safeStorage } from './safe-storage.ts'
import { applyChosenTheme, chooseTheme } from './theme.ts'

const storage = safeStorage(() => localStorage)
const setCookie = (page: Document, cookie: string) => {
  page.cookie = `${THEME_COOKIE}=${cookie}; path=/`
}
const shown = () => document.documentElement.dataset.theme
afterEach(() => {
  localStorage.clear()
  setCookie(document, '; max-age=0')
})

it('the theme is the system’s without a choice, and the chosen one on a page that was served without it', () => {
  expect([applyChosenTheme(document, storage), shown()]).toEqual(['system', 'system'])
  chooseTheme(document, 'light')
  document.documentElement.dataset.theme = 'system'
  expect([applyChosenTheme(document, storage), shown()]).toEqual(['light', 'light'])
})

it('the theme that an earlier release stored is taken over once, and unknown values are ignored', () => {
  storage.set('propsight.theme', 'dark')
  expect([applyChosenTheme(document, storage), shown()]).toEqual(['dark', 'dark'])
  expect(storage.get('propsight.theme')).toBeNull()
  expect(document.cookie).toContain(`${THEME_COOKIE}=dark`)
  setCookie(document, 'blue')
  expect(applyChosenTheme(document, storage)).toBe('system')
})

it('the colour of the browser’s frame follows the chosen theme, and the system’s without a choice', () => {
  document.head.innerHTML = '<meta name="theme-color" content="#fff"><meta name="theme-color" content="#000">'
  const media = () => [...document.querySelectorAll('meta')].map((meta) => meta.getAttribute('media'))
  chooseTheme(document, 'dark')
  expect(media()).toEqual(['not all', 'all'])
  chooseTheme(document, 'system')
  expect(media()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'])
  chooseTheme(document, 'light')
  applyChosenTheme(document, storage)
  expect(media()).toEqual(['all', 'not all'])
})
