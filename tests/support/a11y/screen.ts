import type { Page } from '@playwright/test'
import type { AnalysisSite } from '../analysis-site.ts'

/** Where a screen is opened. */
export interface Stage {
  page: Page
  /** The site of the tests, on the morning of a day with games. */
  site: AnalysisSite
}

/** A screen, or a layer above one, in one of its states, and the way there. */
export interface Screen {
  name: string
  /** The path that it stands on. */
  path: string
  /** Console errors that the state brings with it. */
  expected?: RegExp[]
  open(stage: Stage): Promise<void>
}
