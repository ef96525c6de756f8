import { defineRemote } from '@propsight/shared/contracts'
import { Root } from './app/root.tsx'
import { bestPrice } from './features/best-price/best-price.ts'

/**
 * Entry of the remote: the scanner, and the best price of a line on other screens. `contract` is the version it was
 * built against.
 */
export default defineRemote({
  contract: '1.2',
  name: 'scanner',
  Root,
  extensions: { 'best-price': bestPrice },
})
