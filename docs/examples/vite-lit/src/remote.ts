import { defineRemote, defineRoot } from '@propsight/remote-kit'
import { Scouting } from './scouting.ts'

// A name is defined once per page, and a page may load several releases.
const tag = `scouting-${crypto.randomUUID()}`
customElements.define(tag, Scouting)

const Root = defineRoot((element, shell) => {
  const screen = Object.assign(document.createElement(tag), { shell })
  element.append(screen)
  return () => screen.remove()
})

export default defineRemote({ contract: '1.3', name: 'scouting', Root })
