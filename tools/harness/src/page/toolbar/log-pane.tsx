import { Button, cx } from '@propsight/shared/ui'
import { useEffect, useRef } from 'react'
import type { LogEntry } from '../../messages.ts'
import styles from './log-pane.module.css'
import type { LoggedEntry } from './use-frame.ts'

/** Returns the texts of one log line: the kind of call, its details and its result. `bad` marks a failure. */
export function logText(entry: LogEntry): { what: string; text: string; result: string; bad: boolean } {
  const line = (what: string, text: string, result = '', bad = false) => ({ what, text, result, bad })
  switch (entry.kind) {
    case 'api':
    case 'data': {
      const result = `${entry.status ?? 'no answer'} · ${entry.ms} ms`
      const path = decodeURIComponent(entry.path)
      return line(entry.kind, `${entry.method} ${path}`, result, (entry.status ?? 599) >= 400)
    }
    case 'navigate':
      return line('navigate', entry.to, entry.replace ? 'replaced' : '')
    case 'overlay':
      return line('openOverlay', entry.name)
    case 'extension':
      return line('renderExtension', `${entry.name} ${entry.props}`, entry.isShown ? '' : 'not scripted')
    case 'toast':
      return line('notify', entry.message, [entry.tone, entry.action].filter(Boolean).join(' · '))
    case 'profile':
      return line('refreshProfile', 'the profile is read again')
    case 'closed':
      return line('closed', 'the overlay was closed')
    case 'error':
      return line('error', entry.message, '', true)
  }
}

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
