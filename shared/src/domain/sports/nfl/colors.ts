/** code | name | main and second color as hexadecimal digits. Source of codes and names: ESPN's scoreboard. */
const TABLE = `
AZ|Arizona Cardinals|97233f ffb612
ATL|Atlanta Falcons|a71930 000000
BAL|Baltimore Ravens|241773 9e7c0c
BUF|Buffalo Bills|00338d c60c30
CAR|Carolina Panthers|0085ca 101820
CHI|Chicago Bears|0b162a c83803
CIN|Cincinnati Bengals|fb4f14 000000
CLE|Cleveland Browns|311d00 ff3c00
DAL|Dallas Cowboys|003594 869397
DEN|Denver Broncos|fb4f14 002244
DET|Detroit Lions|0076b6 b0b7bc
GB|Green Bay Packers|203731 ffb612
HOU|Houston Texans|03202f a71930
IND|Indianapolis Colts|002c5f a2aaad
JAX|Jacksonville Jaguars|006778 d7a22a
KC|Kansas City Chiefs|e31837 ffb81c
LAC|Los Angeles Chargers|0080c6 ffc20e
LAR|Los Angeles Rams|003594 ffa300
LV|Las Vegas Raiders|000000 a5acaf
MIA|Miami Dolphins|008e97 fc4c02
MIN|Minnesota Vikings|4f2683 ffc62f
NE|New England Patriots|002244 c60c30
NO|New Orleans Saints|101820 d3bc8d
NYG|New York Giants|0b2265 a71930
NYJ|New York Jets|125740 000000
PHI|Philadelphia Eagles|004c54 a5acaf
PIT|Pittsburgh Steelers|101820 ffb612
SEA|Seattle Seahawks|002244 69be28
SF|San Francisco 49ers|aa0000 b3995d
TB|Tampa Bay Buccaneers|d50a0a 34302b
TEN|Tennessee Titans|0c2340 4b92db
WSH|Washington Commanders|5a1414 ffb612`

/** The 32 clubs by their codes in the product, with their names and colors. Their stadiums are in `clubs.ts`. */
export const NFL_CLUBS = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [code = '', name = '', colors = ''] = row.split('|')
    return { code, name, colors }
  })
