import { Banner, Button } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { openCardAtom } from '../state/board.ts'
import type { RunState } from '../state/run.ts'
import { oddsLabel, settingsAtom } from '../state/settings.ts'
import { useShell } from '../state/shell.tsx'
import { viewAtom } from '../state/view.ts'
import { useLinkTo } from './use-view-link.ts'

/**
 * Notices above the board: it was loaded with one odds type only, or it lacks the line that the URL names.
 */
export function BoardNotes({ run, onAnalyze }: { run: RunState; onAnalyze(): void }) {
  const shell = useShell()
  const linkTo = useLinkTo()
  const { oddsType } = useAtomValue(settingsAtom)
  const { open } = useAtomValue(viewAtom)
  const card = useAtomValue(openCardAtom)
  const read = run.request?.oddsType ?? 'All'
  const absent = open && run.phase !== 'loading' && card === null
  return (
    <>
      {read !== 'All' && read !== oddsType && (
        <Banner action={<Button onClick={onAnalyze}>Analyze again</Button>}>
          This board was read with {oddsLabel(read)} lines only.
        </Banner>
      )}
      {absent && (
        <Banner
          action={
            <Button onClick={() => shell.navigate(linkTo({}), { replace: true })}>Show the board</Button>
          }
        >
          {open.name}, {open.line} {open.stat}: this line is not on this board.
        </Banner>
      )}
    </>
  )
}
