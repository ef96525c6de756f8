import '@propsight/shared/ui/base.css'
import { createRoot } from 'react-dom/client'
import { toFrameSchema } from '../../messages.ts'
import { createScriptedShell } from '../../shell/create-scripted-shell.ts'
import { declaration, readOptions } from '../page-options.ts'
import answers from '../slots/answers.ts'
import { goOffline } from './go-offline.ts'
import { Host } from './host.tsx'
import { createTeller } from './reporter.ts'

const { scenario, theme } = readOptions(location.search)
document.documentElement.dataset.theme = theme
document.title = `${declaration.placement.title} alone`
if (scenario === 'offline') goOffline(window)

const tell = createTeller(window)
const host = createScriptedShell({
  scenario,
  answers,
  placement: declaration.placement,
  report: tell.log,
})
tell.follow(host)
addEventListener('error', (event) => tell.log({ kind: 'error', message: event.message }))
addEventListener('unhandledrejection', ({ reason }) =>
  tell.log({ kind: 'error', message: reason instanceof Error ? reason.message : String(reason) }),
)

const root = createRoot(document.body.appendChild(document.createElement('div')))
let mounts = 0
const draw = () => root.render(<Host key={mounts} host={host} report={tell.log} />)
addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== location.origin) return
  const asked = toFrameSchema.safeParse(event.data)
  if (!asked.success) return
  const { harness: what } = asked.data
  if (what === 'back') host.location.back()
  else if (what === 'remount') mounts += 1
  else document.documentElement.dataset.theme = what
  draw()
})
draw()
