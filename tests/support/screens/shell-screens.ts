import { expect, type Page } from '@playwright/test'
import type { RegistryEntry } from '@propsight/shared/contracts'
import { openWithSession } from '../accounts/session.ts'
import { changeRegistry, PAGES, REGISTRY_BLOCK } from '../federation/serve-registry.ts'
import { openAccount, openDataAndLimits } from '../pages/account-dialog.ts'
import type { Screen, ScreenContext } from './screen.ts'

const openAt =
  (path: string, then: (page: Page) => Promise<unknown>): Screen['open'] =>
  async ({ page, site }: ScreenContext) => {
    await openWithSession(page, site.url + path, await site.newUser())
    await then(page)
  }

const screen = (name: string, path: string, then: (page: Page) => Promise<unknown>): Screen => ({
  name,
  path,
  open: openAt(path, then),
})

const footer = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('button', { name, exact: true }).click()

const legal = (name: string, title = name): Screen =>
  screen(name, '/pricing', async (page) => {
    await footer(page, name)
    await expect(page.getByRole('dialog', { name: title })).toContainText('Last updated')
  })

const question = (name: string, button: string): Screen =>
  screen(name, '/pricing', async (page) => {
    await (await openDataAndLimits(page)).getByRole('button', { name: button }).click()
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  })

/** The page when the API could not read the registry and the browser has no stored copy. */
const withoutRegistry: Screen = {
  name: 'registry that cannot be read',
  path: '/',
  expected: [/status of 503/],
  async open(context) {
    await context.page.route(PAGES, async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace(REGISTRY_BLOCK, '') })
    })
    await context.page.route('**/api/remotes', (route) => route.fulfill({ status: 503, body: '' }))
    await openAt('/', (page) => expect(page.getByRole('button', { name: 'Retry' })).toBeVisible())(context)
  },
}

/** The path of a retired remote, whose placement the registry of the page still has. */
const retiredRemote: Screen = {
  name: 'retired remote',
  path: '/',
  async open(context) {
    const placement: RegistryEntry['placement'] = {
      mount: 'tab',
      path: '/retired',
      title: 'Trends',
      icon: 'chart',
      order: 9,
    }
    await changeRegistry(context.page, (registry) => ({
      ...registry,
      retired: [{ name: 'trends', placement, redirectTo: null }],
    }))
    await openAt('/retired', (page) => expect(page.getByText('Trends is no longer available')).toBeVisible())(
      context,
    )
  },
}

/** Screens and layers of the shell for a signed-in user. */
export const SHELL_SCREENS: readonly Screen[] = [
  screen('scanner', '/scanner', (page) =>
    expect(page.getByRole('heading', { level: 1, name: 'AI Odds Scanner' })).toBeVisible(),
  ),
  screen('pricing', '/pricing', (page) =>
    expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible(),
  ),
  screen('account', '/pricing', openAccount),
  screen('data and limits', '/pricing', async (page) => {
    const dialog = await openDataAndLimits(page)
    await expect(dialog.getByLabel('Credits in 24 hours')).toBeVisible()
  }),
  question('question before a break', 'Take a break'),
  question('question before the account is deleted', 'Delete account'),
  screen('alert settings', '/pricing', async (page) => {
    await openAccount(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Alerts' }).check({ force: true })
    await expect(dialog.getByRole('checkbox').first()).toBeVisible()
  }),
  screen('notifications', '/pricing', async (page) => {
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  screen('palette', '/pricing', async (page) => {
    const palette = page.getByRole('dialog', { name: 'Find' })
    // The keys are listened to once the browser is idle.
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await expect(palette).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await page.getByRole('combobox').fill('hits')
    await expect(page.getByRole('option').first()).toContainText('Hits')
  }),
  screen('menu', '/pricing', async (page) => {
    const viewport = page.viewportSize()
    // The menu exists only in narrow viewports.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    if (viewport) await page.setViewportSize(viewport)
  }),
  screen('contact', '/pricing', async (page) => {
    await footer(page, 'Contact Us')
    await expect(page.getByRole('dialog', { name: 'Contact Us' })).toBeVisible()
  }),
  {
    ...screen('without a network', '/pricing', async (page) => {
      await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible()
      await page.context().setOffline(true)
      await expect(page.getByText('You are offline.')).toBeVisible()
    }),
    expected: [/ERR_INTERNET_DISCONNECTED/],
  },
  withoutRegistry,
  retiredRemote,
  legal('Privacy Policy'),
  legal('Terms', 'Terms of Service'),
  legal('Disclaimer'),
  legal('Accessibility Statement'),
]
