import type { Parlay } from '@propsight/shared/contracts'
import { Button, Icon } from '@propsight/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { copyText } from './copy-text.ts'
import styles from './recommendations.module.css'

export const COPY_WORDS = {
  copied: 'Parlay copied',
  refused: 'The browser does not let it be copied. Select the text and copy it yourself.',
} as const

/** The parlay as selected text, for a browser that denies access to the clipboard. */
function ByHand({ text }: { text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <textarea
      ref={field}
      className={styles.byHand}
      readOnly
      rows={6}
      value={text}
      aria-label="Parlay as text"
    />
  )
}

/**
 * The Copy Parlay button. The result is announced inside the dialog, because the rest of the page is hidden
 * from assistive technology while a dialog is open.
 */
export function CopyParlay({ parlay }: { parlay: Parlay }) {
  const [outcome, setOutcome] = useState<keyof typeof COPY_WORDS | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copyText(parlay))
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }
  return (
    <>
      <Button onClick={() => void copy()}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
        Copy Parlay
      </Button>
      <span role="status" className={outcome === 'refused' ? styles.told : 'u-vh'}>
        {outcome && COPY_WORDS[outcome]}
      </span>
      {outcome === 'refused' && <ByHand text={copyText(parlay)} />}
    </>
  )
}
