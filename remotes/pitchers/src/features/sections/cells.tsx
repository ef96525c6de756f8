/** Em dash for a missing number, with the reason as tooltip and for screen readers. */
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

/** A figure, or a dash with the reason. */
export const Figure = ({ value, digits, reason, className }: FigureProps) =>
  value === null ? <Dash reason={reason} /> : <span className={className}>{value.toFixed(digits)}</span>
