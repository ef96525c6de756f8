-- A correction of a picture's row is bound to the row: correcting it again does not use up another addition.
alter table public.run_deliveries add column addition_rows text[] not null default '{}';
update public.run_deliveries set addition_rows = additions;
alter table public.run_deliveries add constraint run_deliveries_addition_rows
  check (cardinality(addition_rows) = cardinality(additions));

-- The new parameter has a default, so the API of the last release still calls it.
drop function public.add_run_rows(uuid, uuid, text[]);

-- Adds corrected rows to the run of a picture: up to half the number of its rows, and at least five. Up to three
-- corrections of one row count once, since a name or market is often corrected in steps. One market of each row that was
-- read without a market (`[name, ""]`) does not count: the user has to choose it.
-- @param p_row_ids the row that each addition belongs to, as the client names it; null for a row of its own
-- @returns false if the run has no picture or the additions would exceed the limit; nothing is added then
create function public.add_run_rows(p_run uuid, p_user uuid, p_rows text[], p_row_ids text[] default null)
returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_delivery public.run_deliveries;
  v_additions text[];
  v_rows text[];
  v_spent integer;
  v_completed integer;
begin
  select * into v_delivery from public.run_deliveries
    where run_id = p_run and user_id = p_user and picture is not null and expires_at > now() for update;
  if not found then
    return false;
  end if;
  select coalesce(array_agg(key order by at), '{}'), coalesce(array_agg(row_id order by at), '{}')
    into v_additions, v_rows
    from (select distinct on (key) key, row_id, at from (
        select key, row_id, at from unnest(v_delivery.additions, v_delivery.addition_rows) with ordinality
          as kept (key, row_id, at)
        union all
        select key, coalesce(row_id, key), 100000 + at from unnest(p_rows, p_row_ids) with ordinality
          as given (key, row_id, at) where key <> all (v_delivery.covers)
      ) as listed order by key, at) as additions;
  select coalesce(sum((corrections + 2) / 3), 0) into v_spent
    from (select count(*) as corrections from unnest(v_rows) as row_id group by row_id) as corrected;
  select count(*) into v_completed from unnest(v_delivery.covers) as c
    where c like '%,""]' and c in (select regexp_replace(a, ',"[^"]*"]$', ',""]') from unnest(v_additions) as a);
  if v_spent - v_completed > greatest(5, (cardinality(v_delivery.covers) + 1) / 2) then
    return false;
  end if;
  update public.run_deliveries set additions = v_additions, addition_rows = v_rows where run_id = p_run;
  return true;
end $$;

revoke execute on function public.add_run_rows from public, anon, authenticated;
grant execute on function public.add_run_rows to service_role;
