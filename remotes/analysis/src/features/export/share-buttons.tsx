import { download, useShell } from '@propsight/shared/client'
import { countText } from '@propsight/shared/format'
import { Button, Icon } from '@propsight/shared/ui'
import type { RankedLine } from '../../state/ranked-line.ts'
import { boardCsv, boardFileName } from './board-csv.ts'

interface ShareButtonsProps {
  /** The cards that pass the filters, in the order shown. */
  cards: readonly RankedLine[]
  category: string
  /** URL of this view, relative to the page. */
  link: string
}

/** Buttons that export the board as a CSV file and copy the link to the view. */
export function ShareButtons({ cards, category, link }: ShareButtonsProps) {
  const shell = useShell()
  const save = () => {
    const { today, label } = shell.dataSource.get()
    download(boardFileName(today, category), boardCsv(cards, { day: today, label }))
    shell.notify({ message: `${countText(cards.length, 'line')} saved as CSV`, tone: 'good' })
  }
  const copy = async () => {
    const address = new URL(link, document.baseURI).href
    try {
      await navigator.clipboard.writeText(address)
      shell.notify({ message: 'Link copied', tone: 'good' })
    } catch {
      shell.notify({ message: `This browser did not copy the link: ${address}`, tone: 'low' })
    }
  }
  return (
    <>
      <Button variant="bare" aria-label="Download CSV" disabled={cards.length === 0} onClick={save}>
        <span className="u-narrow">
          <Icon name="download" />
        </span>
        <span className="u-wide">Download CSV</span>
      </Button>
      <Button variant="bare" aria-label="Copy link" onClick={() => void copy()}>
        <Icon name="copy" />
        <span className="u-wide">Copy link</span>
      </Button>
    </>
  )
}
