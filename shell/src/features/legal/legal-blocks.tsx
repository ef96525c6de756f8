import type { ReactElement } from 'react'
import styles from './legal-dialog.module.css'
import type { Kept, LegalBlock } from './legal-document.ts'

const KeptList = ({ kept }: { kept: readonly Kept[] }): ReactElement => (
  <dl className={styles.kept}>
    {kept.map(({ name, what, until }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{what}</dd>
        <dd className={styles.until}>Kept {until}.</dd>
      </div>
    ))}
  </dl>
)

function Block({ block }: { block: LegalBlock }): ReactElement {
  if (typeof block === 'string') return <p>{block}</p>
  if ('kept' in block) return <KeptList kept={block.kept} />
  return (
    <ul className={styles.points}>
      {block.points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

const keyOf = (block: LegalBlock): string => {
  if (typeof block === 'string') return block
  return 'kept' in block ? 'kept' : (block.points[0] ?? 'points')
}

/** Paragraphs and lists of one section. */
export const LegalBlocks = ({ blocks }: { blocks: readonly LegalBlock[] }): ReactElement => (
  <>
    {blocks.map((block) => (
      <Block key={keyOf(block)} block={block} />
    ))}
  </>
)
