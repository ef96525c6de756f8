import { type Browser, firefox, type Page } from '@playwright/test'
import * as z from 'zod'
import type { Visitor } from './visitor.ts'

/** The part of Playwright's side of the connection that sends commands. */
interface Session {
  send(command: string, parameters: unknown): Promise<unknown>
}
const serverSide = z.object({
  _connection: z.object({ toImpl: z.custom<(browser: Browser) => { _browserSession: Session }>() }),
})

/**
 * Playwright sets the color scheme of every new context, with a command that Firefox 153 does not have yet. Its error
 * is ignored: the preference below sets the scheme instead.
 */
function ignoreMissingColorScheme(browser: Browser): void {
  const { _connection } = serverSide.parse(browser)
  const session = _connection.toImpl(browser)._browserSession
  const send = session.send.bind(session)
  session.send = async (command, parameters) => {
    try {
      return await send(command, parameters)
    } catch (error) {
      if (command !== 'emulation.setMediaFeaturesOverride') throw error
      return {}
    }
  }
}

/** Opens the Firefox of this machine, which Playwright drives with WebDriver BiDi. */
export async function openFirefox(
  executablePath: string,
  viewport: { width: number; height: number },
): Promise<Visitor> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    // In place of the flags for Chromium in playwright.config.ts.
    args: [],
    // 0 is dark, 1 is light.
    firefoxUserPrefs: { 'layout.css.prefers-color-scheme.content-override': 0 },
  })
  ignoreMissingColorScheme(browser)
  const page = await browser.newPage({ viewport, locale: 'en-US', timezoneId: 'America/New_York' })
  return visitorOf(page, watchProblems(page), () => browser.close())
}

/** SHA-384 of nothing. Firefox compares it when a page is left while it loads a file with an integrity hash. */
const HASH_OF_NOTHING = 'OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb'

/** Firefox reports a violation of the content policy as an error too. */
function watchProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', ({ message }) => {
    if (!message.includes(HASH_OF_NOTHING)) problems.push(`uncaught: ${message}`)
  })
  return problems
}

function visitorOf(page: Page, problems: readonly string[], close: () => Promise<void>): Visitor {
  const visible = (...[role, name]: Parameters<Visitor['labels']>) =>
    page.getByRole(role, { name, exact: true }).filter({ visible: true })
  const field = (label: string) => page.getByLabel(label, { exact: true }).filter({ visible: true }).first()
  return {
    async open(url) {
      await page.goto(url)
    },
    press: (role, name) => visible(role, name).first().click(),
    check: (group, option) =>
      page
        .getByRole('radiogroup', { name: group, exact: true })
        .filter({ visible: true })
        .getByRole('radio', { name: option, exact: true })
        .check({ force: true }),
    async type(label, text) {
      // Playwright's `fill` sets the value of a text field in Firefox in a way that React does not notice.
      if ((await field(label).getAttribute('type')) === 'date') await field(label).fill(text)
      else await field(label).pressSequentially(text)
    },
    async select(label, option) {
      await field(label).selectOption(option)
    },
    labels: (role, name) =>
      visible(role, name).evaluateAll((elements) =>
        elements.map((element) => element.ariaLabel ?? element.textContent ?? ''),
      ),
    pageText: async () => (await page.locator('body').allInnerTexts()).join('\n'),
    problems: async () => [...problems],
    async screenshot(file) {
      await page.screenshot({ path: file })
    },
    close,
  }
}
