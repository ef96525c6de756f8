/** How the engine that ships did on games that it was not fitted on. */
export function RecordPage({ onClose }: { onClose(): void }) {
  return (
    <div className="u-page">
      <button type="button" onClick={onClose}>
        Dashboard
      </button>
      <h1 tabIndex={-1}>How good are these numbers?</h1>
    </div>
  )
}
