import { defineRemote } from '@propsight/shared/contracts'
import { Root } from './app/weather-view.tsx'
import { weatherMark } from './features/mark/weather-mark.ts'

/**
 * Entry of the remote: the weather overlay, and for other screens the mark of a game. `contract` is the version it was
 * built against.
 */
export default defineRemote({
  contract: '1.2',
  name: 'weather',
  Root,
  extensions: { mark: weatherMark },
})
