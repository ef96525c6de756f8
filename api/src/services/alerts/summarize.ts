import type { AlertDelivery } from '../../repositories/alerts.ts'

const MAX_BODY_CHARACTERS = 400

/**
 * Title, text and path of a message about one or several alerts.
 * @param alerts newest first, not empty
 * @param more number of alerts that are not listed
 */
export function summarize(
  alerts: AlertDelivery['alerts'],
  more: number,
): { title: string; body: string; path: string } {
  const [newest] = alerts
  if (!newest) throw new RangeError('there is no alert to summarize')
  if (alerts.length + more === 1) return { title: newest.title, body: newest.body, path: newest.path }
  const body = alerts.map(({ title }) => title).join('\n')
  return {
    title: `${alerts.length + more} alerts about your props`,
    body: body.length > MAX_BODY_CHARACTERS ? `${body.slice(0, MAX_BODY_CHARACTERS - 1)}…` : body,
    path: newest.path,
  }
}
