import { marketLabel, sportOfMarket } from '@propsight/shared/domain'
import { countText, unreadText } from '@propsight/shared/format'
import { Banner, Tag } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import type { Advice, RunState } from '../../state/run.ts'
import { settingsAtom } from '../../state/settings.ts'
import styles from './advice-note.module.css'

/** Source of text and figures: a model may choose among the engine's sentences, but writes nothing itself. */
export function wordingText({ engine, wording }: Advice): string {
  const source = `Text and figures by the engine (${engine})`
  if (wording.by === 'model') return `${source}; ${wording.model ?? 'a language model'} chose the sentences.`
  return wording.dropped > 0 ? `${source}.` : `${source}; no language model took part.`
}

const droppedText = (dropped: number): string | null =>
  dropped === 0
    ? null
    : `${countText(dropped, 'choice was', 'choices were')} ignored: unknown, repeated or too many.`

const NO_EDGE_NOTE = 'They are ordered by value. None is recommended: none is sure enough to beat its price'
const EXPLAINED = ', as ‘How good are these numbers?’ explains.'

/** What a run without a recommendation found, and what its credits paid for. */
const NOTHING_WORTH_IT =
  'No analyzed line reaches a known break-even; the reasons are under Passed over. This analysis paid for the board below: all lines by value, with intervals and break-evens. It stays available at no further cost.'

function titleOf(found: number, edges: number, short: string): string {
  if (found === 0) return 'No line worth it today.'
  const lines = `${countText(found, 'line')}${short}`
  const reach = `${lines} ${found === 1 ? 'reaches its' : 'reach their'} break-even`
  if (edges === 0) return `${reach}, no edge shown.`
  return edges === found ? `${lines} recommended.` : `${reach}, ${edges} recommended.`
}

function PassedOver({ run, advice }: { run: RunState; advice: Advice }) {
  const lines = new Map(run.lines?.players.map((line) => [line.id, line]))
  if (advice.passedOver.length === 0) return null
  return (
    <details className={styles.passed}>
      <summary>Passed over ({advice.passedOver.length})</summary>
      <ul>
        {advice.passedOver.map(({ id, reason }) => {
          const line = lines.get(id)
          return (
            <li key={id}>
              <b>{line?.name ?? 'A line'}</b> {line && `${line.line} ${marketLabel(line.statType)}`}{' '}
              <span>{reason}</span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/**
 * Notice above a board of AI mode: whether a line reaches its break-even and is recommended, source of the text,
 * and lines passed over with reasons.
 */
export function AdviceNote({ run }: { run: RunState }) {
  const { advice, request } = run
  const { topPicks } = useAtomValue(settingsAtom)
  if (!advice) return null
  const found = advice.recommendations.length
  const requested = request?.topPicks ?? found
  const short = found < requested ? ` of the ${requested} asked for` : ''
  const isBaseball = sportOfMarket(request?.category ?? '') === 'MLB'
  const edges = advice.recommendations.filter(({ edge }) => edge).length
  return (
    <div className={styles.note}>
      <Banner title={titleOf(found, edges, short)} action={<Tag outlined>AI</Tag>}>
        {[
          found === 0 && NOTHING_WORTH_IT,
          found > 0 && edges === 0 && NO_EDGE_NOTE + (isBaseball ? EXPLAINED : '.'),
          wordingText(advice),
          droppedText(advice.wording.dropped),
          advice.unread && unreadText(advice.unread, 'analyzed line'),
          run.newsRead === false && 'Only the news could not be loaded.',
          topPicks > requested && `For ${topPicks} top picks, analyze again.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </Banner>
      <PassedOver run={run} advice={advice} />
    </div>
  )
}
