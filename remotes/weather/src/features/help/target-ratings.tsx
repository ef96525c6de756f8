import { Button, Icon } from '@propsight/shared/ui'
import { useEffect, useId, useRef, useState } from 'react'
import styles from './help.module.css'

/** Explains the ratings, their inputs and their sources. */
export const RatingHelp = () => (
  <>
    <p>
      Every rating runs from 0 to 100. <b>50 is an ordinary night</b>: 70 °F, calm and dry, at sea level. So
      is every game under a closed roof.
    </p>
    <p>Excellent from 80, Good from 65, Fair from 50, Poor from 35, Terrible below.</p>
    <h3>MLB</h3>
    <dl>
      <dt>Home run</dt>
      <dd>
        How far long fly balls carry: 2.75 ft for each 10 °F above 70, 1.5 ft for each mph of wind blowing out
        to center (blowing in subtracts as much), 6 ft for each 1,000 ft of altitude, 4 ft for each inch of
        mercury below 29.92. A foot is 4% of home runs, a degree Celsius 1.96%.
      </dd>
      <dt>Hitting</dt>
      <dd>2.3% of hits for each 10 °F, 3% for each 1,000 ft of altitude. No effect of wind was found.</dd>
      <dt>Pitching</dt>
      <dd>The reverse: what helps neither home runs nor hits.</dd>
      <dt>Overall</dt>
      <dd>Home run and hitting combined, minus up to 20 points for a chance of rain above 30%.</dd>
    </dl>
    <h3>NFL</h3>
    <dl>
      <dt>Passing</dt>
      <dd>
        Yards per attempt: 0.15 fewer at 12 mph of wind, 0.40 at 17, 0.50 from 22; 0.33 in rain, 0.51 in snow.
      </dd>
      <dt>Rushing</dt>
      <dd>The first back’s yards: 3.3 more at 17 mph, 4.4 in rain, 10.4 in snow.</dd>
      <dt>Kicking</dt>
      <dd>Odds of a field goal: wind, rain and 32 °F or less lower them, Denver’s thin air raises them.</dd>
      <dt>Overall</dt>
      <dd>All three combined. Rain and snow count by their chance.</dd>
    </dl>
    <p>
      If it is unknown whether a retractable roof is open, weather counts half. Park factors already include
      altitude, so these ratings are not part of any probability.
    </p>
    <p>
      <small>
        A. Nathan, The Physics of Baseball; P. Theibert, Farther; Callahan and others, BAMS 2023;
        Baseball-Reference 1990–2013; Baseball Savant 2023–2025; value-finder, 14,546 NFL team games. Our own
        estimates: half of a forecast’s wind reaches a fly ball, rain’s 20 points, the width of the scales.
      </small>
    </p>
  </>
)

/**
 * Button with a popover that explains the ratings. Esc, the button, and a click or focus elsewhere close it.
 */
export function TargetRatings() {
  const id = useId()
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Stops Escape from closing the dialog around the popover as well.
      event.stopPropagation()
      setOpen(false)
      button.current?.focus()
    }
    // The popover covers controls, so it closes when one of them gets the focus.
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpen(false)
    }
    addEventListener('keydown', onKey, { capture: true })
    addEventListener('pointerdown', onElsewhere)
    addEventListener('focusin', onElsewhere)
    return () => {
      removeEventListener('keydown', onKey, { capture: true })
      removeEventListener('pointerdown', onElsewhere)
      removeEventListener('focusin', onElsewhere)
    }
  }, [open])
  return (
    <div ref={place} className={styles.help}>
      <Button
        ref={button}
        variant="bare"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="help" />
        Target ratings
      </Button>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <section id={id} className={styles.popover} aria-label="Target ratings" tabIndex={0}>
          <RatingHelp />
        </section>
      )}
    </div>
  )
}
