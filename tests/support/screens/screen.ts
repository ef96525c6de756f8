import type { Page } from '@playwright/test'
import type { AnalysisSite } from '../product/test-site.ts'

/** Context in which a screen is opened. */
export interface Stage {
  page: Page
  /** The site under test; its time is the morning of a day with games. */
  site: AnalysisSite
}

/** A screen or a layer above one, in one of its states, and the steps that open it. */
export interface Screen {
  name: string
  /** Path of the screen. */
  path: string
  /** Console errors that this state produces. */
  expected?: RegExp[]
  open(stage: Stage): Promise<void>
}
