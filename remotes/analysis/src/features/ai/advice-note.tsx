import { countText } from '@propsight/shared/format'
import { Banner, Tag } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import type { Advice, RunState } from '../../state/run.ts'
import { settingsAtom } from '../../state/settings.ts'
import styles from './advice-note.module.css'

/** Source of text and figures: a model may phrase what the engine computed, but computes nothing itself. */
export function wordingText({ engine, wording }: Advice): string {
  const figures = `figures by the engine (${engine})`
  return wording.by === 'model'
    ? `Words by ${wording.model ?? 'a language model'}, ${figures}.`
    : `Words and ${figures}; no language model took part.`
}

function droppedText(dropped: number): string | null {
  if (dropped === 0) return null
  const sentences = countText(dropped, 'sentence was', 'sentences were')
  return `${sentences} dropped: nobody had computed what ${dropped === 1 ? 'it' : 'they'} said.`
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
              <b>{line?.name ?? 'A line'}</b> {line?.stats} <span>{reason}</span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/**
 * Notice above a board of AI mode: recommendations, source of the text, and lines passed over with reasons.
 */
export function AdviceNote({ run }: { run: RunState }) {
  const { advice, request } = run
  const { topPicks } = useAtomValue(settingsAtom)
  if (!advice) return null
  const found = advice.recommendations.length
  const requested = request?.topPicks ?? found
  const short = found < requested ? ` of the ${requested} asked for` : ''
  return (
    <div className={styles.note}>
      <Banner
        title={found === 0 ? 'No line is recommended.' : `${countText(found, 'line')}${short} recommended.`}
        action={<Tag outlined>AI</Tag>}
      >
        {[
          wordingText(advice),
          droppedText(advice.wording.dropped),
          run.newsRead === false && 'The news could not be read; the rest was.',
          topPicks > requested && `For ${topPicks} top picks, analyze again.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </Banner>
      <PassedOver run={run} advice={advice} />
    </div>
  )
}
