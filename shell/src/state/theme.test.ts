import { THEME_COOKIE } from '@propsight/shared/contracts'
import { afterEach, expect, it } from 'vitest'
import { applyChosenTheme, chooseTheme } from './theme.ts'

const setCookie = (page: Document, cookie: string) => {
  page.cookie = `${THEME_COOKIE}=${cookie}; path=/`
}
const shown = () => document.documentElement.dataset.theme
afterEach(() => {
  setCookie(document, '; max-age=0')
})

it('the theme is the system’s without a choice, and the chosen one on a page that was served without it', () => {
  expect([applyChosenTheme(document), shown()]).toEqual(['system', 'system'])
  chooseTheme(document, 'light')
  document.documentElement.dataset.theme = 'system'
  expect([applyChosenTheme(document), shown()]).toEqual(['light', 'light'])
})

it('an unknown theme is the system’s', () => {
  setCookie(document, 'blue')
  expect(applyChosenTheme(document)).toBe('system')
})

it('the colour of the browser’s frame follows the chosen theme, and the system’s without a choice', () => {
  document.head.innerHTML = '<meta name="theme-color" content="#fff"><meta name="theme-color" content="#000">'
  const media = () => [...document.querySelectorAll('meta')].map((meta) => meta.getAttribute('media'))
  chooseTheme(document, 'dark')
  expect(media()).toEqual(['not all', 'all'])
  chooseTheme(document, 'system')
  expect(media()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'])
  chooseTheme(document, 'light')
  applyChosenTheme(document)
  expect(media()).toEqual(['all', 'not all'])
})
