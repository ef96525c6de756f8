-- Who may run a remote of their own machine inside the shell. Rows, as with administrators: never an address alone.
create table public.developers (
  user_id uuid primary key references auth.users (id) on delete cascade,
  granted_at timestamptz not null default now()
);

alter table public.developers enable row level security;
revoke all on public.developers from anon, authenticated, public;
grant all on public.developers to service_role;
grant select on public.developers to authenticated;
create policy "developers see that they are" on public.developers
  for select to authenticated using ((select auth.uid()) = user_id);

create function public.set_developer(p_email text, p_granted boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
begin
  select user_id into v_user from public.user_profiles where lower(email) = lower(p_email);
  if v_user is null then
    raise exception 'There is no account with this address' using errcode = 'PT404';
  end if;
  if p_granted then
    insert into public.developers (user_id) values (v_user) on conflict (user_id) do nothing;
  else
    delete from public.developers where user_id = v_user;
  end if;
end $$;

create function public.is_developer(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.developers where user_id = p_user);
$$;

revoke execute on function public.set_developer, public.is_developer from public, anon, authenticated;
grant execute on function public.set_developer, public.is_developer to service_role;
