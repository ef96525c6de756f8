import { defineRemote, defineRoot } from '@propsight/remote-kit'
import { mount, unmount } from 'svelte'
import Scouting from './scouting.svelte'

const Root = defineRoot((target, shell) => {
  const screen = mount(Scouting, { target, props: { shell } })
  return () => void unmount(screen)
})

export default defineRemote({ contract: '1.3', name: 'scouting', Root })
