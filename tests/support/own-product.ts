import { test as base } from './fixtures.ts'
import { type RunningProduct, startProduct } from './product.ts'

/** Tests that deploy: a product of their own, so that what they publish is in nobody else's registry. */
export const test = base.extend<object, { product: RunningProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
    async ({}, use) => {
      const product = await startProduct({ env: { RATE_LIMITS: 'off' } })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

export { expect } from './fixtures.ts'
