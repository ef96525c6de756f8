-- Ids of picks that their user deleted before they expired, so that another device's list does not bring them back.
-- A pick is gone after 20 hours anyway: a mark is needed no longer than that.
create table public.deleted_picks (
  -- Not the account: who deletes picks locks them before the profile, and never the account after them.
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  pick_id text not null,
  deleted_at timestamptz not null default now(),
  primary key (user_id, pick_id)
);
create index deleted_picks_oldest on public.deleted_picks (deleted_at);

alter table public.deleted_picks enable row level security;
revoke all on public.deleted_picks from anon, authenticated, service_role, public;
grant select on public.deleted_picks to service_role;

-- Of what users delete themselves; an account that is deleted, or a row that the server takes away, leaves no mark.
create function public.mark_deleted_picks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.deleted_picks (user_id, pick_id)
    select r.user_id, r.id from removed r
      where r.user_id = (select auth.uid()) and r.expires_at > now()
        and exists (select from public.user_profiles p where p.user_id = r.user_id)
      order by r.id
    on conflict (user_id, pick_id) do nothing;
  return null;
end $$;
create trigger my_picks_mark_deleted after delete on public.my_picks
  referencing old table as removed for each statement execute function public.mark_deleted_picks();

-- Who saves a pick again means it: 'Undo'.
create function public.lift_deleted_picks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.deleted_picks d using saved s
    where d.user_id = s.user_id and d.pick_id = s.id and s.user_id = (select auth.uid());
  return null;
end $$;
create trigger my_picks_lift_deleted after insert on public.my_picks
  referencing new table as saved for each statement execute function public.lift_deleted_picks();

-- Removes marks that no list can need any more. @returns how many
create function public.forget_deleted_picks() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_gone integer;
begin
  delete from public.deleted_picks where deleted_at <= now() - interval '2 days';
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;
revoke execute on function public.mark_deleted_picks(), public.lift_deleted_picks(), public.forget_deleted_picks()
  from public, anon, authenticated;
grant execute on function public.forget_deleted_picks() to service_role;
