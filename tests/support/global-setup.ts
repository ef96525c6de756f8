import { startProduct } from './product/start-product.ts'

/**
 * Starts one product for the whole end-to-end run, on built bundles and embedded defaults. With
 * `PROPSIGHT_URL` (and `PROPSIGHT_DEMO`, `PROPSIGHT_ADMIN_KEY`) the tests use that running product instead,
 * and it keeps running.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.PROPSIGHT_URL) return undefined
  const product = await startProduct({ env: { RATE_LIMITS: 'off' } })
  process.env.PROPSIGHT_URL = product.url
  process.env.PROPSIGHT_DEMO = JSON.stringify(product.demo)
  process.env.PROPSIGHT_ADMIN_KEY = product.adminKey
  return () => product.stop()
}
