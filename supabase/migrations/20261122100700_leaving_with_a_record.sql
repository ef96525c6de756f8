-- Lines and parlays are settled in the order of their ids. An account that goes takes its own in that order first, so
-- that it never hangs with the job that settles them.
create or replace function public.lock_leaving_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.track_legs where user_id = old.id order by id for update;
  perform from public.past_parlays where user_id = old.id order by id for update;
  loop
    begin
      perform from public.runs where user_id = old.id order by id for update;
      perform from public.user_profiles where user_id = old.id for update;
      -- A run that began between the two and is being settled now: let its settler through first.
      perform from public.runs where user_id = old.id for update nowait;
      return old;
    exception when lock_not_available then
      perform pg_catalog.pg_sleep(0.002);
    end;
  end loop;
end $$;
