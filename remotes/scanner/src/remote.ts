import { defineRemote } from '@propsight/shared/contracts'
import { Root } from './app/root.tsx'
import { bestPrice } from './features/best-price/best-price.ts'
import { savedViews } from './features/view-links/view-links.tsx'

/**
 * Entry of the remote: the scanner, and for other screens the best price of a line and the saved views. `contract` is the version it was
 * built against.
 */
export default defineRemote({
  contract: '1.2',
  name: 'scanner',
  Root,
  extensions: { 'best-price': bestPrice, 'saved-views': savedViews },
})
