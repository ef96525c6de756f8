/** 'create-code' as 'Create code'. */
export function actionText(action: string): string {
  const words = action.replaceAll(/[-_.]/g, ' ')
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The details of an action: 'reason: Lost a run · delta: 20'. */
export const detailText = (detail: Readonly<Record<string, unknown>>): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueText(value)}`)
    .join(' · ')

/** Whether the target of an action is a user id, which can link to the user's page. */
export const isUserId = (target: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(target)
