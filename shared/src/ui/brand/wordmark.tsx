import { type ReactElement, useId } from 'react'
import { WORDMARK_LETTERS, WORDMARK_SPLIT_O } from './wordmark-paths.ts'

/** The product's name. The split `o` is the product's symbol: a line with two sides. */
export function Wordmark({ height = 26 }: { height?: number }): ReactElement {
  const id = useId()
  return (
    <svg height={height} viewBox="0 0 109 26" role="img" aria-label="Propsight">
      <path fill="currentColor" d={WORDMARK_LETTERS} />
      <clipPath id={`${id}up`}>
        <path d="M0 0h109v11.31H0z" />
      </clipPath>
      <clipPath id={`${id}down`}>
        <path d="M0 13.11h109V26H0z" />
      </clipPath>
      <path clipPath={`url(#${id}up)`} fill="var(--over-fill)" d={WORDMARK_SPLIT_O} />
      <path clipPath={`url(#${id}down)`} fill="var(--under-fill)" d={WORDMARK_SPLIT_O} />
    </svg>
  )
}
