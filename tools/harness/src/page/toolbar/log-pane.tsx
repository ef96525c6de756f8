import { Button, cx } from '@propsight/shared/ui'
import { useEffect, useRef } from 'react'
import styles from './log-pane.module.css'
import { logText } from './log-text.ts'
import type { LoggedEntry } from './use-frame.ts'

const timeOf = (at: Date): string => at.toTimeString().slice(0, 8)

/** The log of calls from the remote to its host, newest last. */
export function LogPane({ log, onClear }: { log: readonly LoggedEntry[]; onClear(): void }) {
  const list = useRef<HTMLOListElement>(null)
  const last = log.at(-1)?.id
  useEffect(() => {
    if (last !== undefined) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [last])
  return (
    <section className={styles.pane} aria-labelledby="log-title">
      <header className={styles.head}>
        <h2 id="log-title">What the remote asks for</h2>
        <Button variant="bare" onClick={onClear}>
          Clear
        </Button>
      </header>
      {log.length === 0 && <p className="u-dim">Calls, navigation and toasts show here.</p>}
      <ol className={styles.list} ref={list}>
        {log.map(({ id, at, entry }) => {
          const { what, text, result, bad } = logText(entry)
          return (
            <li key={id} className={styles.line} data-kind={entry.kind}>
              <time>{timeOf(at)}</time>
              <b>{what}</b>
              <span className={styles.text} title={text}>
                {text}
              </span>
              <span className={cx(styles.result, bad && 'u-low')}>{result}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
