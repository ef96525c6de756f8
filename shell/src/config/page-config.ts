import { CONFIG_ELEMENT_ID, type PageConfig, pageConfigSchema } from '@propsight/shared/contracts'

/**
 * What the server told this page, from its JSON block.
 * @throws Error that names what is missing or wrong
 */
export function readPageConfig(page: Document): PageConfig {
  const text = page.getElementById(CONFIG_ELEMENT_ID)?.textContent
  if (!text) throw new Error(`The page carries no ${CONFIG_ELEMENT_ID}`)
  return pageConfigSchema.parse(JSON.parse(text))
}
