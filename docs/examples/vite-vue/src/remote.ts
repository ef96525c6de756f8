import { defineRemote, defineRoot } from '@propsight/remote-kit'
import { createApp } from 'vue'
import Scouting from './scouting.vue'

const Root = defineRoot((element, shell) => {
  const app = createApp(Scouting, { shell })
  app.mount(element)
  return () => app.unmount()
})

export default defineRemote({ contract: '1.3', name: 'scouting', Root })
