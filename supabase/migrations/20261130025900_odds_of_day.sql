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

revoke execute on function public.odds_of_day from public, anon, authenticated;
grant execute on function public.odds_of_day to service_role;
