import {
  CONFIG_ELEMENT_ID,
  type PageConfig,
  pageConfigSchema,
  REGISTRY_ELEMENT_ID,
} from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'

/**
 * Reads the page config from the JSON block that the server put into the page. The static page, which has no registry,
 * was written on an earlier day: its live league day is that of the device.
 * @throws Error that names the missing or invalid field
 */
export function readPageConfig(page: Document): PageConfig {
  const text = page.getElementById(CONFIG_ELEMENT_ID)?.textContent
  if (!text) throw new Error(`The page has no ${CONFIG_ELEMENT_ID}`)
  const config = pageConfigSchema.parse(JSON.parse(text))
  const { dataSource } = config
  const isStatic = page.getElementById(REGISTRY_ELEMENT_ID) === null
  if (!isStatic || dataSource.kind !== 'live') return config
  return { ...config, dataSource: { ...dataSource, today: easternDate(new Date()) } }
}
