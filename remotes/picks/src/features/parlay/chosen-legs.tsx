import { readResponse, toApiError } from '@propsight/shared/client'
import {
  type AssessParlayBody,
  type AssessParlayResponse,
  assessParlayResponse,
  type GenerateParlayBody,
  PARLAY_ALERTS,
  type PickRow,
  type Pick as SavedPick,
  type ShellApi,
  type Toast,
} from '@propsight/shared/contracts'
import { FIELD_SPORTS, PARLAY_COST_CREDITS, PICK_LIFETIME_MS, type SportCode } from '@propsight/shared/domain'
import { formatSigned } from '@propsight/shared/format'
import * as z from '@propsight/shared/schema'
import { Button, Hint } from '@propsight/shared/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { intervalText, oneDecimal, paysText } from '../../state/parlay-text.ts'
import type { ParlaySelection } from './parlay-state.ts'
import { JointTrack } from './parlay-verdict.tsx'
import styles from './verdict.module.css'

type MyPick = GenerateParlayBody['myPicks'][number]

/** Maximum number of picks per call, from the contract. */
export const MOST_PARLAY_PICKS = 500
/**
 * Maximum text lengths of the contract. The server uses its own figures, so shortening does not change the
 * result.
 */
const MAX_LENGTHS = { injuryImpact: 2000, defensiveAnalysis: 4000, recentForm: 2000 } as const
/** Picks of sports that are played in the open include weather (P8). */
function weatherOf({ sport, weather }: SavedPick): MyPick['weather'] {
  if (!weather || !FIELD_SPORTS[sport as SportCode]) return null
  const { temperature, windSpeed, humidity, conditions } = weather
  return { temperature, windSpeed, humidity, conditions }
}

const myPick = (pick: SavedPick): MyPick => ({
  id: pick.id,
  name: pick.playerName,
  sport: pick.sport,
  confidence: pick.confidence,
  projectedStatLine: pick.projectedStatLine,
  bettingLine: pick.bettingAnalysis.bettingLine,
  recommendation: pick.bettingAnalysis.recommendation,
  statType: pick.statType,
  team: pick.team,
  oddsType: pick.oddsType,
  ...(pick.promo && { promo: true }),
  personId: pick.personId,
  gameTime: pick.gameTime?.slice(0, 40) ?? null,
  injuryImpact: pick.injuryImpact?.slice(0, MAX_LENGTHS.injuryImpact) ?? null,
  defensiveAnalysis: pick.defensiveAnalysis?.slice(0, MAX_LENGTHS.defensiveAnalysis) ?? null,
  recentForm: pick.recentForm?.slice(0, MAX_LENGTHS.recentForm) ?? null,
  weather: weatherOf(pick),
})

/** The picks of the request: readable and not expired, the newest 500. */
export function selectPicks(rows: readonly PickRow[], now: number): MyPick[] {
  return rows
    .filter(({ expires_at }) => Date.parse(expires_at) > now)
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .flatMap(({ pick }) => (pick ? [myPick(pick)] : []))
    .slice(0, MOST_PARLAY_PICKS)
}

/** Whether two requests are equal: the same size, and the same picks with the same contents. */
export function isSameSelection(a: ParlaySelection, b: ParlaySelection): boolean {
  const contentOf = ({ parlaySize, myPicks }: ParlaySelection) => JSON.stringify([parlaySize, myPicks])
  return contentOf(a) === contentOf(b)
}

type CreditsShell = Pick<ShellApi, 'credits' | 'navigate' | 'refreshProfile'>

const lacksCredits = ({ credits }: CreditsShell): boolean => {
  const balance = credits.get()
  return balance !== null && balance < PARLAY_COST_CREDITS
}

/**
 * The alert of the credits check, or null when the credits suffice or are not known: the server makes the
 * decision. A balance that seems too small is read again first, since another tab or a grant may have changed
 * it.
 */
export async function creditsAlert(shell: CreditsShell): Promise<Toast | null> {
  if (lacksCredits(shell)) await shell.refreshProfile()
  if (!lacksCredits(shell)) return null
  const action = { label: 'See plans', run: () => shell.navigate('/pricing') }
  return { message: PARLAY_ALERTS.noCredits, tone: 'low', action }
}

/**
 * The alert of the count check, or null.
 * @param picks number of saved picks
 * @param open number of picks whose games have not begun; the server leaves out the rest
 */
export function countAlert(legs: number, picks: number, open: number): Toast | null {
  if (picks < legs) return { message: PARLAY_ALERTS.tooFew(legs, picks), tone: 'low' }
  if (open >= legs) return null
  const message = `A ${legs}-leg parlay needs ${legs} picks whose games are still to come; you have ${open}. No credit was used.`
  return { message, tone: 'low' }
}

const earlierParlaySchema = z.object({
  created_at: z.string(),
  details: z.object({ madeFrom: z.array(z.string()) }),
})
/**
 * Rows to read: up to three parlays per call, for 50 calls of one size within twice the lifetime of a pick.
 */
const MAX_READ_ROWS = 150

const idsOf = (ids: readonly string[]): string => ids.toSorted().join()

/**
 * The time when parlays of the same size were last generated from the same picks, or null. Also null when the
 * history cannot be read: the question is only a courtesy, and the server charges each idempotency key once
 * in any case.
 */
export async function findEarlierParlays(
  { supabase }: Pick<ShellApi, 'supabase'>,
  userId: string,
  { parlaySize, myPicks }: ParlaySelection,
): Promise<string | null> {
  const { data } = await supabase
    .from('past_parlays')
    .select('created_at, details')
    .eq('user_id', userId)
    .eq('parlay_size', parlaySize)
    // No pick is older than its lifetime; twice that allows for a wrong device clock.
    .gt('created_at', new Date(Date.now() - 2 * PICK_LIFETIME_MS).toISOString())
    .order('created_at', { ascending: false })
    .limit(MAX_READ_ROWS)
    .retry(false)
  const requestedIds = idsOf(myPicks.map(({ id }) => id))
  for (const row of data ?? []) {
    const earlier = earlierParlaySchema.safeParse(row).data
    if (earlier && idsOf(earlier.details.madeFrom) === requestedIds) return earlier.created_at
  }
  return null
}

/** The server's figures follow prices, which are read every half minute. */
const FRESH_MS = 30_000

type Figures = NonNullable<AssessParlayResponse['figures']>

async function assess(api: ShellApi['api'], body: AssessParlayBody, signal: AbortSignal) {
  const sent = await api.json('/api/parlay/assess', { method: 'POST', body, signal })
  return readResponse(assessParlayResponse, sent).value
}

/** How much the legs depend on each other: the joint probability minus that of independent legs, in points. */
function CorrelationText({ overallConfidence, independent }: Figures) {
  const points = overallConfidence - independent
  if (Math.abs(points) < 0.05) return 'Correlation: none, the legs do not depend on each other'
  const effect = points > 0 ? 'the legs help each other' : 'the legs hurt each other'
  return `Correlation ${formatSigned(points)} points: ${effect}`
}

function Assessed({ figures }: { figures: Figures }) {
  const { overallConfidence, interval, independent, pays, breakEven, unpriced } = figures
  return (
    <>
      <div className={styles.chosenJoint}>
        <b className="u-fig">
          {oneDecimal(overallConfidence)}
          <small>%</small>
        </b>
        <span>
          all legs hit · {intervalText(interval)} · break-even{' '}
          {breakEven === null ? 'unknown' : `${oneDecimal(breakEven)}%`}
        </span>
      </div>
      <JointTrack percent={overallConfidence} low={interval.low} high={interval.high} breakEven={breakEven} />
      <p className={styles.scale}>
        <CorrelationText {...figures} />.{' '}
        <Hint label="What correlation means here">
          Apart the legs would all hit in {oneDecimal(independent)}%. Legs of one game go together or against
          each other.
        </Hint>{' '}
        {pays === null ? `No payout: ${unpriced ?? 'not public'}.` : `Pays ${paysText(pays)}.`}
      </p>
    </>
  )
}

export interface ChosenLegsProps {
  shell: ShellApi
  /** The chosen picks, at most ten. */
  rows: readonly PickRow[]
  onClear(): void
}

/** The figures of the legs that the user chose, computed by the server with every change. */
export function ChosenLegs({ shell, rows, onClear }: ChosenLegsProps) {
  const myPicks = selectPicks(rows, Date.now())
  const { data, error, isPlaceholderData, refetch } = useQuery(
    {
      queryKey: ['picks', 'assess', ...myPicks.map(({ id }) => id).toSorted()],
      queryFn: ({ signal }) => assess(shell.api, { myPicks }, signal),
      enabled: myPicks.length > 1,
      placeholderData: keepPreviousData,
      staleTime: FRESH_MS,
      retry: 1,
    },
    shell.queryClient,
  )
  const refusal =
    data?.refusal && [data.refusal, ...new Set(data.leftOut.map(({ reason }) => reason))].join(' ')
  return (
    <div className={styles.chosen} role="status" aria-busy={isPlaceholderData || undefined}>
      {myPicks.length < 2 && <p>Choose another leg to see the joint probability.</p>}
      {myPicks.length > 1 && error && (
        <p>
          {toApiError(error).message}{' '}
          <Button variant="bare" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      {myPicks.length > 1 && !error && !data && <p>Computing…</p>}
      {myPicks.length > 1 && refusal && <p>{refusal}</p>}
      {myPicks.length > 1 && data?.figures && <Assessed figures={data.figures} />}
      <Button variant="bare" onClick={onClear}>
        Choose none
      </Button>
    </div>
  )
}
