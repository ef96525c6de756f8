import { defineRemote } from '@propsight/shared/contracts'
import { Root } from './app/weather-view.tsx'
import { gamesToday } from './features/games-today/games-today.tsx'
import { weatherMark } from './features/mark/weather-mark.ts'

/**
 * Entry of the remote: the weather overlay, and for other screens the mark and today's games. `contract` is the version
 * it was built against.
 */
export default defineRemote({
  contract: '1.2',
  name: 'weather',
  Root,
  extensions: { mark: weatherMark, 'games-today': gamesToday },
})
