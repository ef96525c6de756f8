import type { PlayerDetailProps } from './detail-props.ts'

/** One player against one line: his games, what the engine says and why, whom he meets. */
export function PlayerDetail({ card, total, category, onClose, action }: PlayerDetailProps) {
  return (
    <div className="u-page">
      <button type="button" onClick={onClose}>
        {category}, {card.rank} of {total}
      </button>
      <h1 tabIndex={-1}>{card.line.name}</h1>
      {action(card)}
    </div>
  )
}
