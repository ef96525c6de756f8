-- Refuses a statement of a user whose writes of the hour are used up before it writes a row: rows that are written and
-- undone take up space until the next vacuum. @throws PT429
create function public.refuse_spent_writes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.pick_writes where user_id = (select auth.uid()) and hour = date_trunc('hour', now())
      and (written_rows >= 10000 or written_bytes >= 33554432)) then
    raise exception 'Too many changes of your picks within an hour. Try again later.' using errcode = 'PT429';
  end if;
  return null;
end $$;

create trigger my_picks_refuse_spent before insert or update on public.my_picks
  for each statement execute function public.refuse_spent_writes();

revoke execute on function public.refuse_spent_writes from public, anon, authenticated;
