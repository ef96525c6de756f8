import { RecordPage } from '../features/track-record/track-record-page.tsx'
import { useShell } from '../state/shell.tsx'
import { useCover } from './use-full-view.ts'
import { useEscape } from './use-escape.ts'
import { useLinkTo } from './use-view-link.ts'

const opener = () => document.querySelector<HTMLElement>('[data-record]')

/** The track record of the engine. Replaces the Dashboard. */
export function ShownRecord() {
  const shell = useShell()
  const linkTo = useLinkTo()
  const onClose = () => shell.navigate(linkTo({}), { replace: true })
  useCover(opener)
  useEscape(onClose)
  return <RecordPage onClose={onClose} />
}
