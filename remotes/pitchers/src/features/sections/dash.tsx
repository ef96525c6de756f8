/** A number that is not there: an em dash, and why, for the pointer and for those who listen. */
export const Dash = ({ reason }: { reason: string }) => (
  <span className="u-dim" title={reason}>
    <span aria-hidden="true">—</span>
    <span className="u-vh">{reason}</span>
  </span>
)

interface FigureProps {
  value: number | null
  digits: number
  reason: string
  className?: string | undefined
}

/** A figure, or why there is none. */
export const Figure = ({ value, digits, reason, className }: FigureProps) =>
  value === null ? <Dash reason={reason} /> : <span className={className}>{value.toFixed(digits)}</span>
