import '@propsight/shared/ui/base.css'
import { createRoot } from 'react-dom/client'
import { forceStates } from './force-states.ts'
import { OneState } from './one-state.tsx'
import { readOptions } from './options.ts'
import { UiPage } from './ui-page.tsx'

const options = readOptions(location.search)
document.documentElement.lang = 'en'
document.documentElement.dataset.theme = options.theme === 'light' ? 'light' : 'dark'
// Disables focus() in frames: a dialog that opens in a frame would take the focus from the page around it.
if (window.parent !== window) HTMLElement.prototype.focus = () => {}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  options.only ? <OneState of={options.only} /> : <UiPage first={options} />,
)
if (document.readyState === 'complete') forceStates(document)
else addEventListener('load', () => forceStates(document), { once: true })
