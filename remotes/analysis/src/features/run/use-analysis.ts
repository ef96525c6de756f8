import { IMAGE_CATEGORY } from '@propsight/shared/contracts'
import { useSetAtom, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { settingsAtom } from '../../state/settings.ts'
import { useReadable, useShell } from '../../state/shell.tsx'
import { type Analysis, createAnalysis } from './analysis.ts'

/** The analyses of this screen: the tab's last run is shown again on mounting, and what runs ends on unmounting. */
export function useAnalysis(): Analysis {
  const shell = useShell()
  const store = useStore()
  const userId = useReadable(shell.session)?.id ?? ''
  const change = useSetAtom(settingsAtom)
  const [analysis] = useState(() => createAnalysis(shell, store, userId))
  useEffect(() => {
    const restored = analysis.restore()
    if (restored) {
      const { feature, category } = restored
      change(category === IMAGE_CATEGORY ? { mode: feature } : { mode: feature, category })
    }
    return analysis.stop
  }, [analysis, change])
  // A newer release of this remote waits until the run is over.
  useEffect(() => shell.registerUnsavedWork(analysis.isRunning), [shell, analysis])
  return analysis
}
