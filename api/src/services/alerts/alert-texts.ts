import { leaguePropId, SCANNER_PATH } from '@propsight/shared/contracts'
import type { AlertDelivery, AlertEvent } from '../../repositories/alerts.ts'
import type { OpenWatch, PropEvent } from './alert-rules.ts'

const PICKS_PATH = '/picks'
/** Props that the text of an alert names; the rest are counted. */
const MAX_NAMED = 4

/** An event with the watched prop that it is about. */
export interface FoundEvent {
  readonly event: PropEvent
  readonly prop: OpenWatch
  /** Number of the baseline that the event leads to. */
  readonly revision: number
}

/**
 * The key of an event: the same for every instance that detects it, and for all props of a user that it affects. Line
 * moves and changes of side may repeat, so their key has the number of the baseline.
 */
export function eventKey({ event, prop: { watch, game, stat, isPitcher }, revision }: FoundEvent): string {
  const { gamePk, personId } = watch
  switch (event.kind) {
    case 'not-in-lineup':
      return ['lineup', gamePk, personId, ...(event.status === undefined ? [] : [event.status])].join(':')
    case 'starter-changed': {
      const isHomeStarter = game.home === isPitcher
      return `starter:${gamePk}:${isHomeStarter ? 'home' : 'away'}:${event.now?.id ?? `without-${event.before?.id}`}`
    }
    case 'line-moved':
      return `line:${gamePk}:${personId}:${stat}:${revision}`
    case 'side-changed':
      return `side:${gamePk}:${personId}:${stat}:${revision}`
  }
}

const percent = (share: number): string => `${Math.round(share * 100)}%`
const sideLabel = (side: 'OVER' | 'UNDER' | null): string => (side === 'UNDER' ? 'under' : 'over')

const propLabel = ({ player, stat, watch: { line, side } }: OpenWatch): string =>
  [player, line === null ? '' : `${sideLabel(side)} ${line}`, stat].filter(Boolean).join(' ')

/** 'Your props: A, B, C, D and 2 more.' */
function yourProps(props: readonly OpenWatch[]): string {
  const named = props.slice(0, MAX_NAMED).map(propLabel).join(', ')
  const more = props.length - MAX_NAMED
  return `Your ${props.length === 1 ? 'prop' : 'props'}: ${named}${more > 0 ? ` and ${more} more` : ''}.`
}

function lineText(
  { line: [before, now], chance: [was, is] }: Extract<PropEvent, { kind: 'line-moved' }>,
  { player, stat, watch }: OpenWatch,
): { title: string; body: string } {
  const title =
    before === now ? `${player}: price of ${stat} ${now} moved` : `${player}: ${stat} line ${before} → ${now}`
  const what = `${sideLabel(watch.side)} ${watch.line ?? now}`
  if (was !== null && is !== null)
    return {
      title,
      body: `The books’ chance of ${what}, without their margin: ${percent(was)} → ${percent(is)}.`,
    }
  if (is !== null)
    return { title, body: `The books’ chance of ${what}, without their margin, is ${percent(is)} now.` }
  return { title, body: watch.line === null ? '' : `You watch ${what}.` }
}

function starterText(
  { before, now }: Extract<PropEvent, { kind: 'starter-changed' }>,
  props: readonly OpenWatch[],
): { title: string; body: string } {
  const body = yourProps(props)
  if (!now) return { title: `${before?.name ?? 'The pitcher'} is no longer announced to start`, body }
  return { title: before ? `Starter changed: ${before.name} → ${now.name}` : `${now.name} starts`, body }
}

function statusText(
  { status }: Extract<PropEvent, { kind: 'not-in-lineup' }>,
  { player }: OpenWatch,
): string {
  if (status === undefined) return `${player} is not in the batting order`
  return status === null ? `${player} is no longer reported out` : `${player} will not play. ${status}`
}

function writeText(event: PropEvent, first: OpenWatch, props: readonly OpenWatch[]) {
  switch (event.kind) {
    case 'line-moved':
      return lineText(event, first)
    case 'not-in-lineup':
      return { title: statusText(event, first), body: yourProps(props) }
    case 'starter-changed':
      return starterText(event, props)
    case 'side-changed':
      return {
        title: `Engine now favors ${sideLabel(event.now)}: ${first.player} ${first.watch.line} ${first.stat}`,
        body: `It favored ${sideLabel(event.before)} before. ${yourProps([first])}`,
      }
  }
}

/** Path of the prop in the scanner, expanded. */
function scannerPath({ watch: { gamePk, personId, leagueDay }, stat }: OpenWatch): string {
  const prop = leaguePropId(gamePk, personId, stat)
  return `${SCANNER_PATH}?${new URLSearchParams({ day: leagueDay, prop })}`
}

/**
 * Words an event for a user.
 * @param found the event with each prop of the user that it affects; not empty
 */
export function describeEvent(found: readonly [FoundEvent, ...FoundEvent[]]): AlertEvent {
  const [first] = found
  const props = found.map(({ prop }) => prop)
  const { title, body } = writeText(first.event, first.prop, props)
  return {
    key: eventKey(first),
    kind: first.event.kind,
    title: title.slice(0, 200),
    body: body.slice(0, 600),
    path: first.prop.watch.isSaved ? PICKS_PATH : scannerPath(first.prop),
  }
}

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
