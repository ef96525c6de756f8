import { useState } from 'react'
import { endOverride } from '../../state/developer.ts'
import { useServices } from '../../state/services.ts'
import { showToast } from '../../state/toasts.ts'
import { hasUnsavedWork } from '../../state/unsaved-work.ts'

export interface EndOverride {
  busy: boolean
  /** Asked once already, because work on this page is not saved. */
  warned: boolean
  end(): void
}

/** Ends the override at the press of a button; the page reloads, so unsaved work is asked about first. */
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
