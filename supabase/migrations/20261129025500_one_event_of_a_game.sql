-- The board counted the books of a game twice that was read under two ids.

-- The current prices of some league days. Of the events of one game, only the one that was read last counts: a game that
-- was moved may have been read under its former id, too, and its books would count twice.
-- @param p_after `version` of an earlier answer; null for all prices
-- @returns `days`: the newest 14 days with prices; `readAt`, `problem`: of all games; `version`: identifies the
--   prices of these days. `events`, `books` (names by key) and `props` only if the version differs from `p_after`. A prop is
--   `[event, stat, player, personId, team, quotes]`, a quote `[book, line, over, under, confirmedAt, seenAt]`.
create or replace function public.odds_board(p_from date, p_to date, p_after text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_events text[] := array(
    select e.id from public.odds_events e
      where e.league_day between p_from and p_to and e.read_at is not null
        and not exists (select from public.odds_events o
          where o.game_pk = e.game_pk and (o.read_at, o.id) > (e.read_at, e.id)));
  v_version text;
  v_board jsonb;
begin
  select md5(string_agg(e.id || e.changed_at || e.reads, '' order by e.id)) into v_version from public.odds_events e
    where e.id = any(v_events);
  v_board := jsonb_build_object('version', v_version,
    'readAt', (select max(e.read_at) from public.odds_events e),
    'problem', (select b.problem from public.odds_budget b order by b.day desc limit 1),
    'days', (select coalesce(jsonb_agg(day order by day), '[]') from (
      select distinct e.league_day as day from public.odds_events e
        where exists (select from public.odds_current c where c.event_id = e.id) order by 1 desc limit 14) as newest));
  if v_version is not distinct from p_after then
    return v_board;
  end if;
  return v_board || (
    with props as (
      select c.event_id, c.stat, c.player, max(c.person_id) as person_id, max(c.team) as team,
          jsonb_agg(jsonb_build_array(c.book, c.line, c.over_odds, c.under_odds, c.confirmed_at, c.seen_at)
            order by c.book, c.line) as quotes
        from public.odds_current c
        where c.event_id = any(v_events) and (c.over_odds is not null or c.under_odds is not null)
        group by c.event_id, c.stat, c.player
    ), events as (
      select e.* from public.odds_events e where e.id in (select event_id from props)
    )
    select jsonb_build_object(
      'events', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'startsAt', starts_at, 'day', league_day,
          'home', home, 'away', away, 'gamePk', game_pk) order by starts_at, id), '[]') from events),
      'books', (select coalesce(jsonb_object_agg(book.key, book.value), '{}')
        from events, jsonb_each(events.books) as book),
      'props', (select coalesce(jsonb_agg(jsonb_build_array(event_id, stat, player, person_id, team, quotes)
          order by event_id, stat, player), '[]') from props)));
end $$;
