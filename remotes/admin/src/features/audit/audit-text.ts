/** 'create-code' as 'Create code'. */
export function actionText(action: string): string {
  const words = action.replaceAll(/[-_.]/g, ' ')
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** 'reason: Lost a run · delta: 20': what was said about an action. */
export const detailText = (detail: Readonly<Record<string, unknown>>): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueText(value)}`)
    .join(' · ')

/** Whether an action was about a user, whose page it can lead to. */
export const isUserId = (target: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(target)
