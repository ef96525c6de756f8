import { marketLabel } from '@propsight/shared/domain'
import { Button, cx, Panel, Segmented, Stepper, Tag } from '@propsight/shared/ui'
import { useState } from 'react'
import { axisTop } from './chart-layout.ts'
import { CHART_VIEWS, type ChartView } from '../chart-view.ts'
import { GameChart } from './game-chart.tsx'
import { GameFilter } from './game-filter.tsx'
import { GamesTable } from './games-table.tsx'
import { Missing } from '../missing-part.tsx'
import styles from './recent-games.module.css'
import { Summary } from '../summary.tsx'
import { DEFAULT_LINE } from '../tabs.ts'
import type { Details } from '../use-details.ts'
import type { Model } from '../use-detail-model.ts'
import type { View } from '../use-detail-state.ts'

/** Minimum line, and the step of the stepper. */
export const LINE_STEP = 0.5
const ODDS = { goblin: 'Goblin', standard: 'Standard', demon: 'Demon' } as const

/** Whether the shown line is the book's or the user's own, with Reset and the book's other lines. */
function WhoseLine({ view }: { view: View }) {
  const { book, shown, line, setLine, others } = view
  const bookLine = book?.line.line
  const away = bookLine !== undefined && line !== bookLine
  const own = view.demo && line === DEFAULT_LINE ? 'Demo line' : 'Your line'
  const apart = others.filter((other) => other.line.line !== line && other.line.line !== bookLine)
  return (
    <div className={styles.whose}>
      {bookLine === undefined && <span>The book has no line on this; this one is yours.</span>}
      {bookLine !== undefined && !away && <span>The book’s line</span>}
      {away && (
        <>
          <span role="status">
            {shown ? `The book’s ${ODDS[shown.line.oddsType]} line` : own}; the book’s is {bookLine}
          </span>
          <Button variant="bare" onClick={() => setLine(bookLine)}>
            Reset
          </Button>
        </>
      )}
      {apart.map(({ id, line: other }) => (
        <Button key={id} variant="bare" onClick={() => setLine(other.line)}>
          {ODDS[other.oddsType]} {other.line}
        </Button>
      ))}
    </div>
  )
}

const NOWHERE = { all: '', home: ' at home', away: ' away', opponent: '', hand: '' } as const

function nothingText({ where }: View, { against }: Model): string {
  if (where === 'opponent') return `No games against ${against.opponent} this season.`
  if (where === 'hand')
    return `No games against ${against.hand === 'L' ? 'left' : 'right'}-handers this season.`
  return `No games${NOWHERE[where]} this season.`
}

interface RecentGamesProps {
  view: View
  model: Model
  details: Details
  batter: boolean
}

/** The games against the line. Dragging or stepping the line updates every number of the view. */
export function RecentGames({ view, model, details, batter }: RecentGamesProps) {
  const [shown, setShown] = useState<ChartView>('chart')
  const { line, stat, setLine } = view
  const { drawn, demo } = model
  const values = drawn.map(({ value }) => value)
  const most = axisTop(values, Math.max(line, view.book?.line.line ?? 0))
  return (
    <Panel
      title="Recent Games Performance"
      className={styles.panel}
      actions={
        <div className={styles.controls}>
          <Segmented<ChartView> label="View" options={CHART_VIEWS} value={shown} onChange={setShown} />
          <span className={styles.line}>
            <span className="u-label" aria-hidden="true">
              Line
            </span>
            <Stepper
              label="Line"
              value={line}
              min={LINE_STEP}
              max={Math.max(line, 2 * most)}
              step={LINE_STEP}
              onChange={setLine}
            />
          </span>
        </div>
      }
    >
      <div className={styles.filters}>
        <GameFilter
          batter={batter}
          view={view}
          against={model.against}
          hands={Object.keys(details.data?.starterHands ?? {}).length > 0}
        />
        <WhoseLine view={view} />
      </div>
      {view.where === 'hand' && details.data?.missing.starterHands && (
        <Missing reason={details.data.missing.starterHands} onRetry={details.retry} />
      )}
      {demo && (
        <p className={styles.demo}>
          <Tag outlined>Demo</Tag> No games to draw yet: these bars are nobody’s, and enter no number.
        </p>
      )}
      {values.length === 0 && <p className={cx(styles.place, styles.nothing)}>{nothingText(view, model)}</p>}
      {values.length > 0 && shown === 'chart' && (
        <div className={styles.place}>
          <GameChart
            games={drawn}
            line={line}
            most={most}
            stat={marketLabel(stat)}
            demo={demo}
            onLine={setLine}
          />
        </div>
      )}
      {values.length > 0 && shown === 'table' && (
        <div className={styles.place}>
          <GamesTable games={drawn} line={line} stat={marketLabel(stat)} demo={demo} />
        </div>
      )}
      <Summary model={model} />
    </Panel>
  )
}
