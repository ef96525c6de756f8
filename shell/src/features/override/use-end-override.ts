import { useState } from 'react'
import { endOverride } from '../../state/override-api.ts'
import { useServices } from '../../state/services.ts'
import { showToast } from '../../state/toasts.ts'
import { hasUnsavedWork } from '../../state/unsaved-work.ts'

export interface EndOverride {
  busy: boolean
  /** Whether the warning about unsaved work is shown. The next call of `end` ends the override. */
  warned: boolean
  end(): void
}

/** Action that ends the override. The page then reloads, so unsaved work needs a second press. */
export function useEndOverride(): EndOverride {
  const services = useServices()
  const [busy, setBusy] = useState(false)
  const [warned, setWarned] = useState(false)
  const end = () => {
    if (!warned && hasUnsavedWork()) return setWarned(true)
    setBusy(true)
    endOverride(services).catch((thrown) => {
      services.log('override', thrown)
      showToast(services.store, { message: 'The server did not answer, so nothing was reset.', tone: 'low' })
      setBusy(false)
    })
  }
  return { busy, warned, end }
}
