import { test as base } from '../fixtures.ts'
import { type RunningProduct, startProduct } from './start-product.ts'

/**
 * A service that a test starts for its own product, with the environment variables that point the product to
 * it.
 */
export interface ProductService {
  env: Record<string, string>
  close(): Promise<void>
}

const startNoService = async (): Promise<ProductService> => ({ env: {}, close: async () => undefined })

/** Playwright test whose worker has its own product, started together with a service. */
export const testWithService = (start: () => Promise<ProductService>) =>
  base.extend<object, { product: RunningProduct }>({
    product: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
      async ({}, use) => {
        const service = await start()
        const product = await startProduct({ env: { RATE_LIMITS: 'off', ...service.env } })
        await use(product)
        await product.stop()
        await service.close()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  })

/**
 * Playwright test with its own product, for tests that deploy: their releases appear in no other test's
 * registry.
 */
export const test = testWithService(startNoService)

export { expect } from '../fixtures.ts'
