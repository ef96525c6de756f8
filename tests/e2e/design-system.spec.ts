import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { join, resolve } from 'node:path'
import * as ui from '@propsight/shared/ui'
import { APPEARANCES, expectAccessibleLayout } from '../support/appearances.ts'
import { expect, NIGHTLY, test } from '../support/fixtures.ts'
import { type StaticServer, startStaticServer } from '../support/services/static-server.ts'

const MAIN = resolve(import.meta.dirname, '../../tools/tasks/product/ui.ts')
const FOLDER = resolve(import.meta.dirname, '../../tools/harness/dist')

/**
 * Builds the component gallery (`npm run ui -- --build`) and serves it.
 * @throws Error if the build fails
 */
async function serveUiPage(): Promise<StaticServer> {
  const build = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, '--build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(build, 'exit')
  if (code !== 0) throw new Error('the component gallery does not build')
  return await startStaticServer({
    folder: FOLDER,
    intercept(request, response) {
      const { pathname } = new URL(request.url ?? '/', 'http://host')
      if (pathname === '/') {
        response.setHeader('content-type', 'text/html; charset=utf-8')
        createReadStream(join(FOLDER, 'index.html')).pipe(response)
        return true
      }
      if (pathname === '/favicon.ico') {
        response.writeHead(204).end()
        return true
      }
      return false
    },
  })
}

let server: StaticServer

test.beforeAll(async () => {
  server = await serveUiPage()
})
test.afterAll(() => server?.stop())

test.describe('design system', () => {
  for (const { name, viewport, theme } of APPEARANCES)
    test(`shows every component in every state without accessibility violations, ${name}`, {
      tag: NIGHTLY,
    }, async ({ page }) => {
      await page.setViewportSize(viewport)
      await page.goto(`${server.url}/?theme=${theme}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      const shown = await page
        .locator('[data-shows]')
        .evaluateAll((all) => all.flatMap((each) => (each.getAttribute('data-shows') ?? '').split(' ')))
      expect(shown.toSorted()).toEqual(Object.keys(ui).toSorted())
      await expectAccessibleLayout(page)
    })

  for (const { name, viewport, theme } of APPEARANCES)
    test(`shows each dialog and toast alone without accessibility violations, ${name}`, {
      tag: NIGHTLY,
    }, async ({ page }) => {
      await page.setViewportSize(viewport)
      await page.goto(`${server.url}/?theme=${theme}`)
      const alone = await page
        .locator('figcaption a')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
      expect(alone.length).toBeGreaterThanOrEqual(9)
      for (const address of alone) {
        await page.goto(server.url + address)
        await expect(page.locator('h1').first()).toBeAttached()
        await expectAccessibleLayout(page)
      }
    })

  test('shows forced hover and focus with the styles that real hover and focus have', {
    tag: NIGHTLY,
  }, async ({ page }) => {
    await page.goto(`${server.url}/?theme=dark`)
    const style = (state: string, property: string) =>
      page
        .locator(`[data-state="button.${state}"] button`)
        .evaluate((button, name) => getComputedStyle(button).getPropertyValue(name), property)
    await expect.poll(() => style('default-focus', 'outline-style')).toBe('solid')
    expect(await style('default', 'outline-style')).toBe('none')
    await page.mouse.move(0, 0)
    const hovered = await style('default-hover', 'background-color')
    expect(hovered).not.toBe(await style('default', 'background-color'))
    await page.locator('[data-state="button.default"] button').hover()
    await expect.poll(() => style('default', 'background-color')).toBe(hovered)
  })
})
