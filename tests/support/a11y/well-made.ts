import type { Page } from '@playwright/test'
import { expectAccessible, WCAG_TAGS } from './axe.ts'

/**
 * Expects no axe violation of WCAG 2.2 AA (including target size 24 px) and of axe's best practices: one main
 * landmark, all content in landmarks, heading order, unique landmark names.
 */
export async function expectWellMade(page: Page): Promise<void> {
  // A control half covered by a sticky header would fail the target size rule only because of the scroll
  // position.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page, [...WCAG_TAGS, 'best-practice'])
}
