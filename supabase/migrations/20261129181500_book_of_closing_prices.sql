-- The closing price of a line is that of the book whose price was recorded.
create or replace function public.unclosed_legs(p_now timestamptz, p_limit int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(u)), '[]') from (
    select t.id, t.game_pk, t.person_id, t.stat_type, t.line, t.side, t.price_book
      from public.track_legs t
      where t.no_vig is not null and t.closed_at is null and t.status <> 'no-game'
        and (select max(e.starts_at) from public.odds_events e where e.game_pk = t.game_pk) <= p_now
      order by t.id limit least(p_limit, 1000)) as u;
$$;
