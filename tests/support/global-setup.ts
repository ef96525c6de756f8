import { startProduct } from './product.ts'

/** One product for the whole end-to-end run, on built bundles and embedded defaults. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await startProduct({ env: { RATE_LIMITS: 'off' } })
  process.env.PROPSIGHT_URL = product.url
  process.env.PROPSIGHT_DEMO = JSON.stringify(product.demo)
  process.env.PROPSIGHT_ADMIN_KEY = product.adminKey
  return () => product.stop()
}
