/**
 * Words without a meaning of their own. Sentences of a model may use only these and the words of the facts. A list of
 * forbidden words would always be incomplete ('a brace of games', 'acht von zehn', 'he feasts on this staff'). An
 * incomplete list of allowed words only drops a sentence, which the engine's own sentences replace. Words of frequency
 * and rank are omitted because these were not computed.
 */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the and or but yet so as if of in on at to from by for with without than then that this these those which who ' +
    'whose whom where while because since though although also too still just now tonight today here ' +
    'he him his her she they them their it its we our you your i ' +
    "he's it's that's isn't doesn't don't hasn't " +
    'is are was were be been being am has have had having do does did not no may might could can would should ' +
    'over under above below through around about between both into out up down ahead behind past near before after ' +
    'go goes going gone went clear clears cleared clearing beat beats beating stay stays stayed staying stands stand ' +
    'finish finishes finished land lands landed landing come comes came coming get gets got reach reaches reached ' +
    'record recorded produce produces produced collect collects collected top topped exceed exceeds exceeded pass passed ' +
    'put puts putting give gives given giving see show shows showing say says said saying tell tells told make makes ' +
    'made making bring brings take takes carry carries help helps add adds point points support supports ' +
    'sit sits favor favors lean leans suggest suggests expect expects expected expecting project projects projected ' +
    'projecting projection face faces facing start starts starting started play plays playing meet meets bat bats ' +
    'batting pitch pitching allow allows give average averages averaged averaging ' +
    'likely likelier chance chances probability probabilities percent percentage interval estimate estimates ' +
    'numbers figure figures engine model line lines fair mark call side way total expectation expectations ' +
    'game games start starts season last past recent recently latest lately previous stretch span form history trend ' +
    'trending pace rate rates opponent opposing starter pitcher pitchers batter hitter man order place spot matchup ' +
    'against versus vs off club team side park stadium field ball air conditions time gametime first announced ' +
    'per each out more less higher lower well even only part push mean while overall there compared given considering ' +
    'based despite according both same likely degrees mph fahrenheit f wind rain temperature blowing blows ' +
    'era whip hand hander handed pct cent st nd rd th'
  ).split(' '),
)
