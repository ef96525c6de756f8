import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { firstFreePort, randomFirstPort } from '@propsight/tools/testing'
import { BROWSER_FLAGS, findBrowser } from '../find-browser.ts'

export interface AuditedBrowser {
  /** Port of the DevTools protocol, for Lighthouse. */
  port: number
  /** A page of the same profile: a session created here also exists in the audited page. */
  page: Page
  /** Clears the HTTP cache, so that the next visit downloads everything. The session is kept. */
  forgetFiles(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a browser with one profile that Playwright and Lighthouse share.
 * @param spki hash of an additional certificate to trust, see `startTlsFront`
 */
export async function openAuditedBrowser(spki: string): Promise<AuditedBrowser> {
  const { executable, env } = await findBrowser()
  const port = await firstFreePort(randomFirstPort(), '127.0.0.1')
  const profile = mkdtempSync(join(tmpdir(), 'propsight-lighthouse-'))
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: executable,
    args: [
      ...BROWSER_FLAGS,
      `--remote-debugging-port=${port}`,
      `--ignore-certificate-errors-spki-list=${spki}`,
    ],
    env: { ...(process.env as Record<string, string>), ...env },
  })
  const page = context.pages()[0] ?? (await context.newPage())
  const devtools = await context.newCDPSession(page)
  return {
    port,
    page,
    forgetFiles: async () => {
      // No other page may run scripts during the audited visit.
      await page.goto('about:blank')
      await devtools.send('Network.clearBrowserCache')
    },
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
