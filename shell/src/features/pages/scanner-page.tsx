import { EmptyState } from '@propsight/shared/ui'
import type { ReactElement } from 'react'

/** Says what will be here and that it is not. */
export const ScannerPage = (): ReactElement => (
  <div className="u-page">
    <h1>AI Odds Scanner</h1>
    <EmptyState icon="scanner" title="COMING SOON">
      The scanner will compare prices for one prop across books. It does not read any book yet, so there is
      nothing to show here.
    </EmptyState>
  </div>
)
