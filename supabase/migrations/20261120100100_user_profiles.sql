-- One row a user, made by the sign-up gate. Users read their own and change nothing: e-mail follows the auth
-- provider, plan and credits are the server's.
create table public.user_profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  email_verified_at timestamptz,
  credits integer not null default 0 check (credits >= 0),
  plan text not null default 'free' check (plan in ('free', 'basic', 'premium')),
  last_email_change timestamptz,
  -- The date of birth is checked and forgotten; this is all that is kept of it.
  attested_21_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.user_profiles enable row level security;
revoke all on public.user_profiles from anon, authenticated, public;
grant select on public.user_profiles to authenticated;
grant all on public.user_profiles to service_role;

create policy "users read their own profile" on public.user_profiles
  for select to authenticated using ((select auth.uid()) = user_id);

create function public.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
revoke execute on function public.touch_updated_at() from public, anon, authenticated;

create trigger user_profiles_touch before update on public.user_profiles
  for each row execute function public.touch_updated_at();
