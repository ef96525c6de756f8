import { EmptyState } from '@propsight/shared/ui'
import type { ReactElement } from 'react'

/** Nothing is sold yet, and the page says so. */
export const PricingPage = (): ReactElement => (
  <div className="u-page">
    <h1>Pricing</h1>
    <EmptyState icon="credit" title="Purchases are not open yet.">
      Prices are not set. Until they are, the credits of your plan are all there is; your balance stands in
      the account dialog.
    </EmptyState>
  </div>
)
