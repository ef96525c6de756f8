import '@propsight/shared/ui/base.css'
import { createRoot } from 'react-dom/client'
import { declaration } from '../page-options.ts'
import { Toolbar } from './toolbar.tsx'

document.title = `${declaration.placement.title} alone · Propsight`
createRoot(document.body.appendChild(document.createElement('div'))).render(<Toolbar />)
