import type { Page } from '@playwright/test'
import type { TestSite } from '../product/test-site.ts'

/** Context in which a screen is opened. */
export interface ScreenContext {
  page: Page
  /** The site under test; its time is the morning of a day with games. */
  site: TestSite
}

/** A screen or a layer above one, in one of its states, and the steps that open it. */
export interface Screen {
  name: string
  /** Path of the screen. */
  path: string
  /** Console errors that this state produces. */
  expected?: RegExp[]
  open(context: ScreenContext): Promise<void>
}
