import type { Page } from '@playwright/test'
import { sha384 } from '../federation/remote-files.ts'
import { PAGES } from '../federation/serve-registry.ts'
import type { AttackUrls, Injection } from './injections.ts'

declare global {
  interface Window {
    violations?: string[]
  }
}

const FOLDER = '/bundles/hostile/1.0.0'

/**
 * Serves the product's page, with its real headers, with injected markup and, if given, an injected script
 * file.
 */
export async function serveInjectedPage(
  page: Page,
  { html, code }: Injection,
  urls: AttackUrls,
): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = []
    window.violations = seen
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, disposition }) => {
      if (disposition === 'enforce') seen.push(effectiveDirective)
    })
    const onError = ({ target }: Event) => {
      if (target instanceof HTMLScriptElement) seen.push('load')
    }
    window.addEventListener('error', onError, true)
  })
  const body = Buffer.from(code?.(urls) ?? '')
  await page.route(`**${FOLDER}/**`, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  // With its hash, because browsers that support Integrity-Policy would block it otherwise.
  const script = `<script src="${FOLDER}/run.js" integrity="${sha384(body)}" crossorigin="anonymous"></script>`
  const markup = html?.(urls) ?? script
  await page.route(PAGES, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replace('</body>', () => `${markup}</body>`) })
  })
}

/** Violated directives, and 'load' for each script that was rejected for another reason. */
export const violations = (page: Page): Promise<string[]> => page.evaluate(() => window.violations ?? [])
