import { test as base } from './fixtures.ts'
import { type RunningProduct, startProduct } from './product.ts'

/** What stands beside a product of a test's own, with the variables that tell of it. */
export interface Beside {
  env: Record<string, string>
  close(): Promise<void>
}

const nothing = async (): Promise<Beside> => ({ env: {}, close: async () => undefined })

/** Tests with a product of their own, beside what is started for it. */
export const besideProduct = (start: () => Promise<Beside>) =>
  base.extend<object, { product: RunningProduct }>({
    product: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
      async ({}, use) => {
        const beside = await start()
        const product = await startProduct({ env: { RATE_LIMITS: 'off', ...beside.env } })
        await use(product)
        await product.stop()
        await beside.close()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  })

/** Tests that deploy: a product of their own, so that what they publish is in nobody else's registry. */
export const test = besideProduct(nothing)

export { expect } from './fixtures.ts'
