import { Panel, Tag } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

export const panel: CatalogueEntry = {
  name: 'Panel',
  note: 'A raised surface. Panels do not nest.',
  shows: ['Panel'],
  states: [
    { label: 'Plain', wide: true, Show: () => <Panel>What belongs together stands on one surface.</Panel> },
    {
      label: 'Title and actions',
      wide: true,
      Show: () => (
        <Panel title="How it will look" actions={<Tag outlined>Sample data</Tag>}>
          The end of the heading’s row is for a tag or a button.
        </Panel>
      ),
    },
    {
      label: 'Table',
      wide: true,
      Show: () => (
        <Panel title="Credits">
          <table className="u-table">
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col" className="u-wide">
                  When
                </th>
                <th scope="col" className="u-num">
                  Credits
                </th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">Analysis, Total Bases</th>
                <td className="u-wide">Jul 15, 4:02 PM</td>
                <td className="u-num">−1</td>
              </tr>
              <tr>
                <th scope="row">Monthly credits, Free</th>
                <td className="u-wide">Jul 1, 12:00 AM</td>
                <td className="u-num">+20</td>
              </tr>
            </tbody>
          </table>
        </Panel>
      ),
    },
  ],
}
