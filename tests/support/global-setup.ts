import { startProduct } from './product.ts'

/**
 * One product for the whole end-to-end run, on built bundles and embedded defaults. Where `PROPSIGHT_URL` (with
 * `PROPSIGHT_DEMO` and `PROPSIGHT_ADMIN_KEY`) names one that runs already, that one is used and left running.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.PROPSIGHT_URL) return undefined
  const product = await startProduct({ env: { RATE_LIMITS: 'off' } })
  process.env.PROPSIGHT_URL = product.url
  process.env.PROPSIGHT_DEMO = JSON.stringify(product.demo)
  process.env.PROPSIGHT_ADMIN_KEY = product.adminKey
  return () => product.stop()
}
