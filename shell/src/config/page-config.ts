import { CONFIG_ELEMENT_ID, type PageConfig, pageConfigSchema } from '@propsight/shared/contracts'

/**
 * Reads the page config from the JSON block that the server put into the page.
 * @throws Error that names the missing or invalid field
 */
export function readPageConfig(page: Document): PageConfig {
  const text = page.getElementById(CONFIG_ELEMENT_ID)?.textContent
  if (!text) throw new Error(`The page has no ${CONFIG_ELEMENT_ID}`)
  return pageConfigSchema.parse(JSON.parse(text))
}
