-- Prices of bookmakers: read by one background job, stored here, and served to users by the API. All instants are league
-- time, which differs from the database's clock with a sample or replayed league; functions receive it.

-- Games as the odds service lists them.
create table public.odds_events (
  id text primary key check (char_length(id) between 1 and 64),
  starts_at timestamptz not null,
  league_day date not null,
  -- Club codes.
  home text not null check (char_length(home) between 1 and 8),
  away text not null check (char_length(away) between 1 and 8),
  -- The league's game number; null if the schedule has no such game.
  game_pk integer,
  -- Time at which the columns above changed.
  changed_at timestamptz not null,
  -- Last read that was begun, whatever became of it.
  attempted_at timestamptz,
  -- Newest stored snapshot. It is never later than the first pitch, so in the end it is the close.
  read_at timestamptz,
  -- The same per market: {"Hits": "2026-07-18T20:00:00Z"}.
  reads jsonb not null default '{}',
  -- Names of the books: {"fanduel": "FanDuel"}.
  books jsonb not null default '{}'
);

create index odds_events_by_game on public.odds_events (game_pk);

-- The current price of each line at each book, in American odds. Both are null after the book took the line down.
create table public.odds_current (
  id bigint generated always as identity unique,
  event_id text not null references public.odds_events (id) on delete cascade,
  -- The market, as the product names it.
  stat text not null check (char_length(stat) between 1 and 60),
  -- Name as the books write it.
  player text not null check (char_length(player) between 1 and 120),
  line numeric(12, 4) not null check (line between 0 and 1000),
  book text not null check (char_length(book) between 1 and 40),
  over_odds integer check (abs(over_odds) >= 100),
  under_odds integer check (abs(under_odds) >= 100),
  -- The book's last update of the market.
  confirmed_at timestamptz not null,
  -- Time at which the current price was first read.
  seen_at timestamptz not null,
  -- The league's id and club code of the player; null if the name matches no player of the two clubs, or several.
  person_id integer,
  team text check (char_length(team) <= 8),
  primary key (event_id, stat, player, line, book)
) with (fillfactor = 80);

-- Every change of a price, append-only. Both sides are null when the book took the line down.
create table public.odds_changes (
  -- Id of the line. Not a foreign key: its check per row took a fifth of the time of storing a day. Only `store_odds`
  -- adds rows, for lines that it stores in the same statement, and the trigger below deletes those of deleted lines.
  quote_id bigint not null,
  at timestamptz not null,
  over_odds integer,
  under_odds integer,
  primary key (quote_id, at)
);

create function public.delete_odds_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.odds_changes h using deleted_lines d where h.quote_id = d.id;
  return null;
end $$;

create trigger odds_current_delete_changes after delete on public.odds_current
  referencing old table as deleted_lines for each statement execute function public.delete_odds_changes();

-- Credits of the odds service, per league day. A reservation of a process that was killed stays: its credits may have
-- been spent.
create table public.odds_budget (
  day date primary key,
  reserved integer not null default 0 check (reserved >= 0),
  spent integer not null default 0 check (spent >= 0),
  -- Credits that the service last reported as left.
  remaining integer check (remaining >= 0),
  -- Why the last read failed, as a sentence; null after a successful one.
  problem text check (char_length(problem) <= 200)
);

alter table public.odds_events enable row level security;
alter table public.odds_current enable row level security;
alter table public.odds_changes enable row level security;
alter table public.odds_budget enable row level security;
revoke all on public.odds_events, public.odds_current, public.odds_changes, public.odds_budget
  from anon, authenticated, service_role, public;
grant select on public.odds_events, public.odds_current, public.odds_changes, public.odds_budget to service_role;

-- Reading

-- Stores the service's list of games. An older list overwrites nothing newer. Forgets the problem of earlier lists: one of
-- a read stays until a read of the game succeeds.
-- @param p_day league day of the list; null for the games of a snapshot
-- @param p_events list of `{id, startsAt, day, home, away, gamePk}`
-- @returns `events`: `{id, attemptedAt, readAt}` of these games; `budget`: credits of the day, null before the first
create function public.record_odds_events(p_at timestamptz, p_day date, p_events jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.odds_events as e (id, starts_at, league_day, home, away, game_pk, changed_at)
    select id, "startsAt", day, home, away, "gamePk", p_at
      from jsonb_to_recordset(p_events)
        as l (id text, "startsAt" timestamptz, day date, home text, away text, "gamePk" integer)
      order by id
    on conflict (id) do update set starts_at = excluded.starts_at, league_day = excluded.league_day,
        home = excluded.home, away = excluded.away, game_pk = coalesce(excluded.game_pk, e.game_pk),
        changed_at = excluded.changed_at
      where e.changed_at < excluded.changed_at
        and (e.starts_at, e.league_day, e.home, e.away, e.game_pk)
          is distinct from (excluded.starts_at, excluded.league_day, excluded.home, excluded.away,
            coalesce(excluded.game_pk, e.game_pk));
  if p_day is not null then
    update public.odds_budget set problem = null
      where problem is not null and not exists (select from public.odds_events e
        where e.starts_at > p_at and e.attempted_at > coalesce(e.read_at, '-infinity'));
  end if;
  return jsonb_build_object(
    'events', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'attemptedAt', e.attempted_at,
        'readAt', e.read_at)), '[]')
      from public.odds_events e join jsonb_array_elements(p_events) as l (event) on e.id = l.event ->> 'id'),
    'budget', (select jsonb_build_object('reserved', b.reserved, 'spent', b.spent, 'remaining', b.remaining)
      from public.odds_budget b where b.day = p_day));
end $$;

-- Reserves credits for a read of a game, if the day's limit and the service's remaining credits allow it. Concurrent
-- calls of several instances never exceed the limit together. @returns whether they are reserved
create function public.reserve_odds_credits(p_day date, p_limit integer, p_credits integer, p_event text,
  p_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.odds_budget (day) values (p_day) on conflict (day) do nothing;
  update public.odds_budget set reserved = reserved + p_credits
    where day = p_day and reserved + spent + p_credits <= p_limit
      and (remaining is null or reserved + p_credits <= remaining);
  if not found then
    return false;
  end if;
  update public.odds_events set attempted_at = p_at where id = p_event;
  return true;
end $$;

-- Replaces a reservation by what the read cost.
-- @param p_remaining credits that the service reports as left; null if it reported none
-- @param p_problem why the read failed, as a sentence; null if it succeeded
create function public.settle_odds_credits(p_day date, p_reserved integer, p_spent integer, p_remaining integer,
  p_problem text) returns void
language sql security definer set search_path = '' as $$
  insert into public.odds_budget as b (day, spent, remaining, problem)
    values (p_day, p_spent, p_remaining, left(p_problem, 200))
    on conflict (day) do update set reserved = greatest(0, b.reserved - p_reserved), spent = b.spent + excluded.spent,
      remaining = coalesce(excluded.remaining, b.remaining), problem = excluded.problem;
$$;

-- Stores snapshots: all prices of some markets of games at one time. Updates the current prices, appends what changed,
-- and marks lines that a snapshot lacks as taken down. A market that was read at the same time or later is skipped, and
-- so is a game that has begun: the last snapshot before the first pitch is the close.
-- @param p_events list of `{id, startsAt, day, home, away, gamePk, stats, books, quotes}`: `stats` the markets that were
--   read, `books` their names by key, `quotes` `[stat, player, personId, team, line, book, over, under, confirmedAt]`;
--   of several quotes of one line, the first counts
-- @returns `changes`: new, changed and removed prices; `takenDown`: removed ones among them
create function public.store_odds(p_at timestamptz, p_events jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_event jsonb;
  v_id text;
  v_known public.odds_events;
  v_stats text[];
  v_changes integer := 0;
  v_down integer := 0;
  v_more record;
begin
  perform public.record_odds_events(p_at, null, p_events);
  -- A fixed order, so that two instances wait for each other instead of deadlocking.
  for v_event in select value from jsonb_array_elements(p_events) order by value ->> 'id' loop
    v_id := v_event ->> 'id';
    select * into v_known from public.odds_events where id = v_id for update;
    v_stats := array(select stat from jsonb_array_elements_text(v_event -> 'stats') as s (stat)
      where p_at < v_known.starts_at and p_at > coalesce((v_known.reads ->> stat)::timestamptz, '-infinity'));
    continue when v_stats = '{}';
    with given as materialized (
      select distinct on (q ->> 0, q ->> 1, (q ->> 4)::numeric, q ->> 5)
          q ->> 0 as stat, q ->> 1 as player, (q ->> 2)::integer as person_id, q ->> 3 as team,
          (q ->> 4)::numeric as line, q ->> 5 as book, (q ->> 6)::integer as over_odds,
          (q ->> 7)::integer as under_odds, (q ->> 8)::timestamptz as confirmed_at
        from jsonb_array_elements(v_event -> 'quotes') with ordinality as list (q, position)
        where q ->> 0 = any(v_stats)
        order by 1, 2, 5, 6, position
    ), gone as (
      update public.odds_current c set over_odds = null, under_odds = null, seen_at = p_at
        where c.event_id = v_id and c.stat = any(v_stats) and (c.over_odds is not null or c.under_odds is not null)
          and (c.stat, c.player, c.line, c.book) not in (select g.stat, g.player, g.line, g.book from given g)
        returning c.id, c.over_odds, c.under_odds, c.seen_at
    ), stored as (
      insert into public.odds_current as c (event_id, stat, player, line, book, over_odds, under_odds, confirmed_at,
          seen_at, person_id, team)
        select v_id, g.stat, g.player, g.line, g.book, g.over_odds, g.under_odds, g.confirmed_at, p_at, g.person_id,
            g.team
          from given g
        on conflict (event_id, stat, player, line, book) do update set over_odds = excluded.over_odds,
            under_odds = excluded.under_odds, confirmed_at = excluded.confirmed_at,
            seen_at = case when (c.over_odds, c.under_odds) is distinct from (excluded.over_odds, excluded.under_odds)
              then excluded.seen_at else c.seen_at end,
            person_id = coalesce(excluded.person_id, c.person_id), team = coalesce(excluded.team, c.team)
          where (c.over_odds, c.under_odds, c.confirmed_at, c.person_id, c.team)
            is distinct from (excluded.over_odds, excluded.under_odds, excluded.confirmed_at,
              coalesce(excluded.person_id, c.person_id), coalesce(excluded.team, c.team))
        returning c.id, c.over_odds, c.under_odds, c.seen_at
    ), added as (
      insert into public.odds_changes (quote_id, at, over_odds, under_odds)
        select id, p_at, over_odds, under_odds from stored where seen_at = p_at
        union all select id, p_at, null, null from gone
        returning quote_id
    )
    select (select count(*) from added) as changes, (select count(*) from gone) as down into v_more;
    v_changes := v_changes + v_more.changes;
    v_down := v_down + v_more.down;
    update public.odds_events set read_at = greatest(read_at, p_at), books = books || (v_event -> 'books'),
        reads = reads || (select jsonb_object_agg(stat, p_at) from unnest(v_stats) as s (stat))
      where id = v_id;
  end loop;
  return jsonb_build_object('changes', v_changes, 'takenDown', v_down);
end $$;

-- Deletes games, with their prices, two weeks after the first pitch, and the credits of earlier months.
-- @param p_limit most games of a call @returns how many games were deleted
create function public.forget_odds(p_now timestamptz, p_limit integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_gone integer;
begin
  delete from public.odds_budget where day < (p_now - interval '60 days')::date;
  delete from public.odds_events where id in (
    select id from public.odds_events where starts_at < p_now - interval '14 days' order by id limit p_limit);
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;

-- Serving

-- The current prices of a league day, one changed game at a time, so that no answer has more than a game's. Of the events of
-- one game, only the one that was read last counts: a game that was moved may have been read under its former id, too, and
-- its books would count twice.
-- @param p_known versions of the games that the caller has, by event
-- @returns `days`: the newest 14 days with prices; `readAt`, `problem`: of all games; `versions`: the games of this day by
--   event; `changed`: the first game whose version differs from `p_known`, if any, with its event, `books` (names by key)
--   and `props`. A prop is `[stat, player, personId, team, quotes]`, a quote `[book, line, over, under, confirmedAt, seenAt]`.
create function public.odds_of_day(p_day date, p_known jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with versions as (
    select e.id, md5(e.changed_at::text || e.reads) as version from public.odds_events e
      where e.league_day = p_day and e.read_at is not null
        and not exists (select from public.odds_events o
          where o.game_pk = e.game_pk and (o.read_at, o.id) > (e.read_at, e.id))
  ), props as (
    select c.stat, c.player, max(c.person_id) as person_id, max(c.team) as team,
        jsonb_agg(jsonb_build_array(c.book, c.line, c.over_odds, c.under_odds, c.confirmed_at, c.seen_at)
          order by c.book, c.line) as quotes
      from public.odds_current c
      where c.event_id = (select v.id from versions v where v.version is distinct from p_known ->> v.id order by 1 limit 1)
        and (c.over_odds is not null or c.under_odds is not null)
      group by c.stat, c.player
  )
  select jsonb_build_object(
    'readAt', (select max(e.read_at) from public.odds_events e),
    'problem', (select b.problem from public.odds_budget b order by b.day desc limit 1),
    'days', (select coalesce(jsonb_agg(day order by day), '[]') from (
      select distinct e.league_day as day from public.odds_events e
        where exists (select from public.odds_current c where c.event_id = e.id) order by 1 desc limit 14) as newest),
    'versions', (select coalesce(jsonb_object_agg(v.id, v.version), '{}') from versions v),
    'changed', (
      select jsonb_build_object('event', jsonb_build_object('id', e.id, 'startsAt', e.starts_at, 'day', e.league_day,
          'home', e.home, 'away', e.away, 'gamePk', e.game_pk), 'books', e.books,
          'props', (select coalesce(jsonb_agg(jsonb_build_array(stat, player, person_id, team, quotes)
            order by stat, player), '[]') from props))
        from versions v join public.odds_events e using (id)
        where v.version is distinct from p_known ->> v.id order by v.id limit 1));
$$;

-- All prices of one prop since it was first read, oldest first: `[at, book, line, over, under]`, at most 20000.
create function public.odds_history(p_event text, p_stat text, p_player text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_array(at, book, line, over_odds, under_odds) order by at, book, line), '[]')
    from (
      select h.at, c.book, c.line, h.over_odds, h.under_odds
        from public.odds_current c join public.odds_changes h on h.quote_id = c.id
        where c.event_id = p_event and c.stat = p_stat and c.player = p_player
        order by h.at desc limit 20000) as newest;
$$;

-- The prices of all books as of past instants: the last change of each book at or before it.
-- @param p_requests list of `{game_pk, person_id, stat, line, at}`; without `line` those of all lines, without `at` the
--   last prices before the first pitch
-- @returns in the order of the requests `{startsAt, readAt, books, quotes}`, or null for a game without prices. `readAt`
--   is the last read of the market before the first pitch, `books` the names of the books by key. A quote is `[book, line, over, under, at]`, without lines that were
--   taken down.
create function public.odds_at(p_requests jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(answer.prices order by r.position), '[]')
    from jsonb_array_elements(p_requests) with ordinality as r (request, position)
    left join lateral (
      select jsonb_build_object('startsAt', e.starts_at, 'readAt', e.reads -> (r.request ->> 'stat'),
          'books', e.books,
          'quotes', (select coalesce(jsonb_agg(jsonb_build_array(c.book, c.line, h.over_odds, h.under_odds, h.at)
              order by c.book, c.line), '[]')
            from public.odds_current c
            cross join lateral (
              select h.at, h.over_odds, h.under_odds from public.odds_changes h
                where h.quote_id = c.id
                  and (r.request ->> 'at' is null or h.at <= (r.request ->> 'at')::timestamptz)
                order by h.at desc limit 1) as h
            where c.event_id = e.id and c.stat = r.request ->> 'stat'
              and c.person_id = (r.request ->> 'person_id')::integer
              and (r.request ->> 'line' is null or c.line = (r.request ->> 'line')::numeric)
              and (h.over_odds is not null or h.under_odds is not null))) as prices
        from public.odds_events e
        where e.game_pk = (r.request ->> 'game_pk')::integer and e.read_at is not null
        order by e.read_at desc limit 1) as answer on true;
$$;

-- Changes of the prices of props after an instant, oldest first, at most 20000. A snapshot is stored some seconds after
-- the time of its changes: pass an instant before the last one that was seen, and ignore known pairs of quote and time.
-- @param p_props list of `{game_pk, person_id, stat}`; without `game_pk` in all games
-- @returns list of `{prop, quote, event, startsAt, player, book, line, over, under, beforeOver, beforeUnder, at}`: `prop`
--   the position in the list from 0, `before…` the previous price, null for a new line
create function public.odds_changes_since(p_since timestamptz, p_props jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(change order by at, prop, quote), '[]') from (
    select h.at, p.position - 1 as prop, c.id as quote,
        jsonb_build_object('prop', p.position - 1, 'quote', c.id, 'event', e.id, 'startsAt', e.starts_at,
          'player', c.player, 'book', c.book, 'line', c.line, 'over', h.over_odds, 'under', h.under_odds,
          'beforeOver', b.over_odds, 'beforeUnder', b.under_odds, 'at', h.at) as change
      from jsonb_array_elements(p_props) with ordinality as p (wanted, position)
      join public.odds_events e on p.wanted ->> 'game_pk' is null or e.game_pk = (p.wanted ->> 'game_pk')::integer
      join public.odds_current c on c.event_id = e.id and c.stat = p.wanted ->> 'stat'
        and c.person_id = (p.wanted ->> 'person_id')::integer
      join public.odds_changes h on h.quote_id = c.id and h.at > p_since
      left join lateral (
        select earlier.over_odds, earlier.under_odds from public.odds_changes earlier
          where earlier.quote_id = c.id and earlier.at < h.at order by earlier.at desc limit 1) as b on true
      where e.read_at > p_since
      order by h.at limit 20000) as found;
$$;

-- Figures for the metrics. `readAt` is the last successful read; the credits are those of a league day.
create function public.odds_figures(p_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'readAt', (select max(read_at) from public.odds_events),
    'used', coalesce((select spent + reserved from public.odds_budget where day = p_day), 0),
    'remaining', (select remaining from public.odds_budget where remaining is not null order by day desc limit 1));
$$;

revoke execute on function public.delete_odds_changes, public.record_odds_events, public.reserve_odds_credits, public.settle_odds_credits,
  public.store_odds, public.forget_odds, public.odds_of_day, public.odds_history, public.odds_at,
  public.odds_changes_since, public.odds_figures from public, anon, authenticated;
grant execute on function public.record_odds_events, public.reserve_odds_credits, public.settle_odds_credits,
  public.store_odds, public.forget_odds, public.odds_of_day, public.odds_history, public.odds_at,
  public.odds_changes_since, public.odds_figures to service_role;
