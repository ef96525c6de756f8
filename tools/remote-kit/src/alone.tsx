import '@propsight/shared/ui/base.css'
import { createScriptedShell, type RemoteAnswers, scenarioSchema } from '@propsight/harness'
import { RouterContent } from '@propsight/shared/client'
import {
  type Placement,
  type RemoteModule,
  remoteDeclarationSchema,
  routePatternsOf,
} from '@propsight/shared/contracts'
import { ToastRegion } from '@propsight/shared/ui'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { Route, Routes } from 'react-router-dom'

/**
 * Shows a remote in a page of its own with a scripted shell, for the dev server of any bundler.
 * `?scenario=signed-out` in the address selects the scenario, `?theme=light` the theme.
 * @param declaration the contents of remote.json, or its placement only; then `shell.config` has what the answers have
 * @throws ZodError for contents that a deploy would refuse
 */
export function runAlone(
  remote: RemoteModule,
  declaration: Placement | { placement: object },
  answers: RemoteAnswers = {},
): void {
  const { placement, config: declared } =
    'placement' in declaration
      ? remoteDeclarationSchema.parse(declaration)
      : { placement: declaration, config: undefined }
  const query = new URLSearchParams(location.search)
  const scenario = scenarioSchema.catch('signed-in').parse(query.get('scenario'))
  document.documentElement.dataset.theme = query.get('theme') ?? 'dark'
  document.title = `${placement.title} alone`
  const host = createScriptedShell({
    scenario,
    answers,
    placement,
    declared,
    report: (entry) => console.info(entry),
  })

  function Page() {
    const toasts = useSyncExternalStore(host.toasts.shown.subscribe, host.toasts.shown.get)
    const shown = <remote.Root shell={host.shell} />
    return (
      <RouterContent router={host.router}>
        <main>
          <Routes>
            {routePatternsOf(placement).map((path) => (
              <Route key={path} path={path} element={shown} />
            ))}
            <Route path="*" element={shown} />
          </Routes>
        </main>
        <ToastRegion toasts={toasts} onDismiss={host.toasts.dismiss} />
      </RouterContent>
    )
  }
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Page />)
}
