import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { firstFreePort, randomFirstPort } from '@propsight/tools/testing'
import { BROWSER_FLAGS, findBrowser } from '../browser.ts'

export interface AuditedBrowser {
  /** Where Lighthouse reaches it. */
  port: number
  /** A page of the same profile: what signs in here is signed in where Lighthouse looks. */
  page: Page
  /** The next visit downloads everything; what the profile is signed in to stays. */
  forgetFiles(): Promise<void>
  close(): Promise<void>
}

/**
 * A browser with one profile that Playwright and Lighthouse share.
 * @param spki of the certificate that it is to trust beside those of the system, see `startTlsFront`
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
      // Nothing of a page that is open runs beside the visit that is judged.
      await page.goto('about:blank')
      await devtools.send('Network.clearBrowserCache')
    },
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
