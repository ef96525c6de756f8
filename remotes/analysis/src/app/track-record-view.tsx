import { TrackRecordPage } from '../features/track-record/track-record-page.tsx'
import { useShell } from '../state/shell.tsx'
import { useCloseOnEscape, useFullView } from './use-full-view.ts'
import { useLinkTo } from './use-view-link.ts'

const opener = () => document.querySelector<HTMLElement>('[data-record]')

/** The track record of the engine. Replaces the Dashboard. */
export function TrackRecordView() {
  const shell = useShell()
  const linkTo = useLinkTo()
  const onClose = () => shell.navigate(linkTo({}), { replace: true })
  useFullView(opener)
  useCloseOnEscape(onClose)
  return <TrackRecordPage onClose={onClose} />
}
