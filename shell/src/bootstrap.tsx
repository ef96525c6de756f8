// First: the schemas that the other modules make are made under its setting.
import './config/no-eval.ts'
import '@propsight/shared/ui/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createServices } from './app/create-services.ts'
import { readPageConfig } from './config/page-config.ts'
import { STORAGE } from './config/storage-keys.ts'
import { readAuthLink } from './features/session/auth-link.ts'
import { startSession } from './features/session/start-session.ts'
import { applyTheme, storedTheme, themeAtom } from './state/theme.ts'

// Read before the auth client takes the tokens out of the address.
const link = readAuthLink(window.location)
const services = createServices(readPageConfig(document), window)
const { store, storage } = services

store.set(themeAtom, storedTheme(storage))
applyTheme(document, store.get(themeAtom))
store.sub(themeAtom, () => {
  applyTheme(document, store.get(themeAtom))
  storage.set(STORAGE.theme, store.get(themeAtom))
})

startSession(services, link)
const root = document.getElementById('root')
if (root) createRoot(root).render(<App services={services} />)
