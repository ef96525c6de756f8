import type { AlertChannels, AlertSettings } from '@propsight/shared/contracts'
import { FieldError, Skeleton, TextInput } from '@propsight/shared/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { PendingQuery } from '../../components/pending-query.tsx'
import { errorText } from '../../state/error-text.ts'
import { useServices } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import styles from './alerts.module.css'
import { channelsKey, readChannels, readSettings, saveSettings, settingsKey } from './alerts-api.ts'
import { hasPush, pushObstacle, startPush, stopPush } from './browser-push.ts'
import { StarredProps } from './starred-props.tsx'

const KINDS = [
  { key: 'line_moved', label: 'The line or its price moves' },
  { key: 'not_in_lineup', label: 'The player is ruled out or not in the lineup' },
  { key: 'starter_changed', label: 'A starting pitcher is scratched or changes' },
  { key: 'side_changed', label: 'The engine changes its side' },
] as const satisfies { key: keyof AlertSettings; label: string }[]

const MAIL_HINTS: Record<AlertChannels['mail'], string | null> = {
  ready: null,
  unproven: 'First sign in once by an emailed link to prove that the address is yours.',
  unavailable: 'This installation sends no mail.',
}

interface CheckProps {
  label: string
  checked: boolean
  disabled?: boolean
  /** Explains the choice, or why it is not available. */
  hint?: string | null
  onChange(checked: boolean): void
}

function Check({ label, checked, disabled = false, hint, onChange }: CheckProps): ReactElement {
  const hintId = useId()
  return (
    <div className={styles.check}>
      <label>
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={hint ? hintId : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      {hint && <p id={hintId}>{hint}</p>}
    </div>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <fieldset className={styles.group}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

const NIGHT = { from: 22 * 60, to: 8 * 60 }
const pad = (count: number) => String(count).padStart(2, '0')
const toTime = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
/** Minutes of the day of 'HH:MM'; null for an incomplete time. */
function toMinutes(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? []
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes)
}
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

interface PartProps {
  settings: AlertSettings
  onChange(changes: Partial<AlertSettings>): void
}

function QuietHours({ settings, onChange }: PartProps): ReactElement {
  const { quiet_from: from, quiet_to: to, time_zone: zone } = settings
  const isOn = from !== null && to !== null
  const change = (key: 'quiet_from' | 'quiet_to') => (time: string) => {
    const minutes = toMinutes(time)
    if (minutes !== null) onChange({ [key]: minutes, time_zone: browserZone() })
  }
  const toggle = (checked: boolean) =>
    onChange({
      quiet_from: checked ? NIGHT.from : null,
      quiet_to: checked ? NIGHT.to : null,
      time_zone: browserZone(),
    })
  return (
    <Group title="Quiet hours">
      <Check
        label="No push and no mail at night"
        checked={isOn}
        hint={
          isOn ? `Times of ${zone}. Delayed alerts are sent afterwards, unless the game has begun.` : null
        }
        onChange={toggle}
      />
      {isOn && (
        <div className={styles.times}>
          <TextInput
            label="From"
            type="time"
            required
            defaultValue={toTime(from)}
            onChange={(event) => change('quiet_from')(event.target.value)}
          />
          <TextInput
            label="Until"
            type="time"
            required
            defaultValue={toTime(to)}
            error={from === to ? 'Equal times mean no quiet hours.' : null}
            onChange={(event) => change('quiet_to')(event.target.value)}
          />
        </div>
      )}
    </Group>
  )
}

/** Channels: on the site, push to this browser, mail. */
function Channels({ settings, onChange }: PartProps): ReactElement {
  const services = useServices()
  const queryClient = useQueryClient()
  const userId = useAtomValue(userAtom)?.id ?? ''
  const { data: channels, error } = useQuery({
    queryKey: channelsKey(userId),
    queryFn: () => readChannels(services),
  })
  const publicKey = channels?.push ?? ''
  const pushKey = ['browser-push', userId, publicKey]
  const { data: isSubscribed = false } = useQuery({
    queryKey: pushKey,
    staleTime: 0,
    networkMode: 'always',
    enabled: publicKey !== '',
    queryFn: () => hasPush(publicKey),
  })
  const push = useMutation({
    async mutationFn(on: boolean) {
      if (!on) return stopPush(services)
      await startPush(services, publicKey)
      onChange({ push: true })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushKey }),
  })
  const pushHint = channels?.push === null ? 'This installation sends no pushes.' : pushObstacle()
  return (
    <Group title="How">
      <Check
        label="On this site"
        checked={settings.in_app}
        hint={settings.in_app ? null : 'Alerts are listed under the bell, without a notice.'}
        onChange={(checked) => onChange({ in_app: checked })}
      />
      <Check
        label="Push to this browser"
        checked={settings.push && isSubscribed}
        disabled={!channels || pushHint !== null || push.isPending}
        hint={pushHint}
        onChange={(checked) => push.mutate(checked)}
      />
      {push.error && <FieldError>{errorText(push.error)}</FieldError>}
      <Check
        label="Mail"
        checked={settings.mail}
        disabled={!channels || (channels.mail !== 'ready' && !settings.mail)}
        hint={channels ? MAIL_HINTS[channels.mail] : null}
        onChange={(checked) => onChange({ mail: checked })}
      />
      {error && <FieldError>{`Push and mail cannot be changed now: ${errorText(error)}`}</FieldError>}
    </Group>
  )
}

function SettingsForm({ stored, userId }: { stored: AlertSettings; userId: string }): ReactElement {
  // The query client reports a change in a later task: until then React would show the checkbox as before the click.
  const [changed, setChanged] = useState<Partial<AlertSettings>>({})
  const settings = { ...stored, ...changed }
  const services = useServices()
  const queryClient = useQueryClient()
  const key = settingsKey(userId)
  const save = useMutation({
    // One after another, so that the last change is stored last.
    scope: { id: 'alert-settings' },
    mutationFn: (next: AlertSettings) => saveSettings(services, userId, next),
    onError: () => queryClient.invalidateQueries({ queryKey: key }),
    onSettled: () => setChanged({}),
  })
  const change = (changes: Partial<AlertSettings>) => {
    // A reading that began before would show the settings without this change.
    void queryClient.cancelQueries({ queryKey: key })
    const next = { ...(queryClient.getQueryData<AlertSettings>(key) ?? stored), ...changes }
    setChanged((before) => ({ ...before, ...changes }))
    queryClient.setQueryData(key, next)
    save.mutate(next)
  }
  return (
    <>
      <Check
        label="Stop all alerts"
        checked={settings.stopped}
        hint={
          settings.stopped
            ? 'Nothing is watched and nothing is sent.'
            : 'Alerts are about your saved picks and starred props, until their game begins.'
        }
        onChange={(checked) => change({ stopped: checked })}
      />
      {!settings.stopped && (
        <>
          <Group title="When">
            {KINDS.map(({ key: kind, label }) => (
              <Check
                key={kind}
                label={label}
                checked={settings[kind]}
                onChange={(checked) => change({ [kind]: checked })}
              />
            ))}
          </Group>
          <Channels settings={settings} onChange={change} />
          <QuietHours settings={settings} onChange={change} />
        </>
      )}
      <p className={styles.saved} role="status">
        {save.isSuccess && !save.isPending ? 'Saved.' : ''}
      </p>
      {save.error && <FieldError>{`Not saved: ${errorText(save.error)}`}</FieldError>}
    </>
  )
}

/** 'Alerts' of the account dialog: one switch for all, kinds, channels, quiet hours, and the starred props. */
export function AlertSettingsView(): ReactElement | null {
  const services = useServices()
  const user = useAtomValue(userAtom)
  const query = useQuery({
    queryKey: settingsKey(user?.id ?? ''),
    enabled: user !== null,
    queryFn: () => readSettings(services),
  })
  if (!user) return null
  return (
    <div className={styles.view}>
      {query.data ? (
        <SettingsForm stored={query.data} userId={user.id} />
      ) : (
        <PendingQuery what="alert settings" query={query}>
          <Skeleton height={44} />
          <Skeleton height={160} />
        </PendingQuery>
      )}
      <StarredProps userId={user.id} />
    </div>
  )
}
