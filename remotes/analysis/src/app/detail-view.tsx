import { useShell } from '@propsight/shared/client'
import { marketLabel } from '@propsight/shared/domain'
import { useAtomValue } from 'jotai'
import { CardMarks } from '../features/card/card-marks.tsx'
import { PlayerDetail } from '../features/detail/player-detail.tsx'
import { SaveButton } from '../features/save/save-button.tsx'
import { usePickBuilder } from '../features/save/use-pick-builder.ts'
import { useSavedLines } from '../features/save/use-saved-lines.ts'
import { boardAtom, openCardAtom, shownOrderAtom } from '../state/board.ts'
import type { RankedLine } from '../state/ranked-line.ts'
import { type RunState, shownRunAtom } from '../state/run.ts'
import { settingsAtom } from '../state/settings.ts'
import { toOpenLine } from '../state/view-link.ts'
import { useBoardWeather } from './use-board-weather.ts'
import { useCloseOnEscape, useFullView, useLinkTo } from './use-view-link.ts'

/** The text about a line whose sentences a model chose, and the name of the model; null without a model. */
function adviceOn({ advice }: RunState, { id }: RankedLine): { text: string; by: string } | null {
  const recommendation = advice?.recommendations.find((each) => each.id === id)
  if (!advice || !recommendation) return null
  if ((recommendation.words ?? advice.wording.by) !== 'model') return null
  return { text: recommendation.reasoning, by: advice.wording.model ?? 'a model' }
}

/** Whether both lines are on the same player in the same game. */
const isSamePlayerAndGame = (a: RankedLine, b: RankedLine): boolean =>
  a.personId === b.personId &&
  a.record.group === b.record.group &&
  a.record.forecastGame?.gamePk === b.record.forecastGame?.gamePk

/** The detail view of the line that the URL names, shown once its card exists. Replaces the Dashboard. */
export function DetailView() {
  const card = useAtomValue(openCardAtom)
  return card ? <OpenedDetail opened={card} /> : null
}

function OpenedDetail({ opened }: { opened: RankedLine }) {
  const shell = useShell()
  const run = useAtomValue(shownRunAtom)
  const { category, window } = useAtomValue(settingsAtom)
  const { ranked } = useAtomValue(boardAtom)
  const order = useAtomValue(shownOrderAtom)
  const weather = useBoardWeather()
  const linkTo = useLinkTo()
  const saved = useSavedLines(usePickBuilder(window, weather.of))
  const onClose = () => shell.navigate(linkTo({}), { replace: true })
  const at = order.findIndex(({ id }) => id === opened.id)
  // With the rank that the board shows.
  const card = order[at] ?? opened
  const move = (step: -1 | 1) => {
    const next = order[at + step]
    if (next) shell.navigate(linkTo({ open: toOpenLine(next.line) }), { replace: true })
  }
  useFullView(() => document.querySelector<HTMLElement>(`[data-card="${CSS.escape(card.id)}"] [data-open]`))
  useCloseOnEscape(onClose)
  return (
    <PlayerDetail
      card={card}
      cards={ranked.filter((each) => isSamePlayerAndGame(each, card))}
      record={card.record}
      total={order.at(-1)?.rank ?? ranked.length}
      category={marketLabel(run.request?.category ?? category)}
      runId={run.runId}
      neighbours={{ previous: at > 0, next: at >= 0 && at < order.length - 1 }}
      onMove={move}
      onClose={onClose}
      action={(each) => <SaveButton card={each} saved={saved.has(each)} onToggle={saved.toggle} />}
      marks={<CardMarks card={card} game={weather.gameOf(card.line)} />}
      advice={adviceOn(run, card)}
    />
  )
}
