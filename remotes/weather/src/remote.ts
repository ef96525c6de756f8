import { defineRemote } from '@propsight/shared/contracts'
import { Root } from './app/weather-view.tsx'

/** Entry of the remote: the weather overlay. `contract` is the version it was built against. */
export default defineRemote({ contract: '1.2', name: 'weather', Root })
