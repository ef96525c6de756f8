-- Administrators are rows, granted by an operator's command or another administrator, never by an address alone.
create table public.admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  granted_at timestamptz not null default now()
);

alter table public.admins enable row level security;
revoke all on public.admins from anon, authenticated, public;
grant select on public.admins to authenticated;
grant all on public.admins to service_role;
create policy "administrators see that they are" on public.admins
  for select to authenticated using ((select auth.uid()) = user_id);

create function public.grant_admin(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.user_profiles where user_id = p_user) then
    raise exception 'No profile for this user' using errcode = 'PT404';
  end if;
  insert into public.admins (user_id) values (p_user) on conflict (user_id) do nothing;
end $$;
revoke execute on function public.grant_admin(uuid) from public, anon, authenticated;
grant execute on function public.grant_admin(uuid) to service_role;
