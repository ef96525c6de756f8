import { formatPercent, formatPercentRange } from '@propsight/shared/format'
import type { Group } from './hit-rates.ts'

interface GroupTableProps {
  groups: readonly Group[]
  /** Heading of the first column. */
  head: string
  caption: string
}

/** One row per group of lines: counts, average forecast, and the observed rate with its interval. */
export const GroupTable = ({ groups, head, caption }: GroupTableProps) => (
  <table className="u-table">
    <caption className="u-vh">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{head}</th>
        <th scope="col" className="u-num">
          Hit
        </th>
        <th scope="col" className="u-num">
          Promised
        </th>
        <th scope="col" className="u-num">
          Happened
        </th>
        <th scope="col" className="u-num u-wide">
          95% interval
        </th>
        <th scope="col" className="u-num u-wide">
          Reading
        </th>
      </tr>
    </thead>
    <tbody>
      {groups.map((group) => (
        <tr key={group.name}>
          <th scope="row">{group.name}</th>
          <td className="u-num u-nowrap">
            {group.hits} of {group.decided}
          </td>
          <td className="u-num">{formatPercent(group.forecast)}</td>
          <td className="u-num u-fig">{formatPercent(group.observed)}</td>
          <td className="u-num u-wide">{formatPercentRange(group.interval)}</td>
          <td className="u-num u-wide">{group.missed ? 'off by more than chance' : 'within chance'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
