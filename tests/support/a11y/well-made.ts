import type { Page } from '@playwright/test'
import { expectAccessible, WCAG_TAGS } from './axe.ts'

/**
 * WCAG 2.2 AA by axe, targets of 24 px among it, and what axe calls good practice: one main landmark, everything in a
 * landmark, headings in their order, no two landmarks of one name.
 */
export async function expectWellMade(page: Page): Promise<void> {
  // A control halfway under what stays on top is as large as it is: only the scroll is in its way.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page, [...WCAG_TAGS, 'best-practice'])
}
